/** Icons and icon buttons of the carousels and the gallery. */
const ICONS = {
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10.5-6.5z",
  close: "M6 6l12 12M18 6L6 18",
  zoom_out: "M6 12h12",
  zoom_in: "M6 12h12M12 6v12",
  enlarge: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
};

export function Icon({ name }) {
  return (
    <svg className={`icon-${name}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export function IconButton({ name, words, onClick }) {
  return (
    <button type="button" className={`icon-button button-${name}`} aria-label={words[name]} onClick={onClick}>
      <Icon name={name} />
    </button>
  );
}
