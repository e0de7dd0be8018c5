/** Tabs (WAI-ARIA tabs pattern); every panel is in the page, for readers without scripts and for print. */
import { Children, useId, useRef, useState } from "react";

export function Tabs({ label, titles, children }) {
  const [chosen, setChosen] = useState(0);
  const list = useRef(null);
  const id = useId();
  const count = titles.length;
  const onKeyDown = (event) => {
    const keys = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: count - 1 };
    if (!(event.key in keys)) return;
    event.preventDefault();
    const next = (keys[event.key] + count) % count;
    setChosen(next);
    list.current.children[next].focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tabs-list" onKeyDown={onKeyDown}>
        {titles.map((title, index) => (
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
        ))}
      </div>
      {Children.toArray(children).map((panel, index) => (
        <div
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          tabIndex={0}
          className="tabs-panel"
          data-off={index !== chosen || undefined}
        >
          <p className="tabs-heading">{titles[index]}</p>
          {panel}
        </div>
      ))}
    </div>
  );
}
