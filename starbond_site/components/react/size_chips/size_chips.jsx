import { useId, useLayoutEffect, useRef, useState } from "react";

/**
 * Radio buttons beside the native drop-down of sizes. The drop-down holds the choice: a chip sets its value and lets it
 * say "change", as a person would, so that the gallery follows as well; what is chosen in the drop-down moves the chips.
 */
export function SizeChips({ sizes, select, label }) {
  const id = useId();
  const query = `select[name="${select}"]`;
  const [chosen, setChosen] = useState(sizes[0].id);
  const group = useRef(null);
  const choose = (size) => {
    const list = document.querySelector(query);
    list.value = size;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Before the gallery reads the drop-down, which it does in an effect.
  useLayoutEffect(() => {
    const follow = ({ target }) => target?.matches?.(query) && setChosen(target.value);
    document.addEventListener("change", follow);
    // A chip that was pressed before the scripts ran counts; the gallery shows its size meanwhile.
    const list = document.querySelector(query);
    const early = group.current.querySelector(":checked")?.value;
    if (early && early !== chosen) choose(early);
    else follow({ target: list });
    return () => document.removeEventListener("change", follow);
  }, [query]);
  return (
    <fieldset ref={group} className="size-chips">
      <legend className="visually-hidden">{label}</legend>
      {sizes.map((size) => (
        <label key={size.id} className="size-chip">
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={size.id}
            autoComplete="off"
            checked={size.id === chosen}
            onChange={() => choose(size.id)}
          />
          {size.picture && <img className="size-chip__pack" src={size.picture} style={{ "--height": size.height }} width="56" height="56" alt="" loading="lazy" />}
          <span>{size.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
