/** Tabs (WAI-ARIA tabs pattern), which are radio buttons until they are hydrated; CSS shows the panel of the chosen one. */
import { Children, useEffect, useId, useRef, useState } from "react";

export function Tabs({ label, titles, children }) {
  const [chosen, setChosen] = useState();
  const list = useRef(null);
  const isFollowed = useRef(false);
  const own = useId();
  // Of the server, which wrote the panels.
  const id = list.current?.id ?? own;
  const count = titles.length;
  const isLive = chosen !== undefined;

  useEffect(() => {
    isFollowed.current = list.current.contains(document.activeElement);
    setChosen(Array.from(list.current.querySelectorAll("input"), (radio) => radio.checked).indexOf(true));
  }, []);
  useEffect(() => {
    if (isFollowed.current) list.current.children[chosen]?.focus();
  }, [chosen]);

  const onKeyDown = (event) => {
    const keys = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: count - 1 };
    if (!isLive || !(event.key in keys)) return;
    event.preventDefault();
    isFollowed.current = true;
    setChosen((keys[event.key] + count) % count);
  };
  return (
    <div className="tabs">
      <div ref={list} id={id} role={isLive ? "tablist" : "radiogroup"} aria-label={label} className="tabs-list" onKeyDown={onKeyDown}>
        {titles.map((title, index) =>
          isLive ? (
            <button
              key={index}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-panel-${index}`}
              aria-selected={index === chosen}
              tabIndex={index === chosen ? 0 : -1}
              className="tabs-tab"
              onClick={() => setChosen(index)}
            >
              {title}
            </button>
          ) : (
            <label key={index} id={`${id}-tab-${index}`} className="tabs-tab">
              <input type="radio" name={id} defaultChecked={index === 0} autoComplete="off" className="visually-hidden" />
              {title}
            </label>
          ),
        )}
      </div>
      {Children.toArray(children).map((panel, index) => (
        <div
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          tabIndex={0}
          className="tabs-panel"
        >
          <p className="tabs-heading">{titles[index]}</p>
          {panel}
        </div>
      ))}
    </div>
  );
}
