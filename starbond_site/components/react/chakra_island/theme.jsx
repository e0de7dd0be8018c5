/*
 * The few Chakra components in use, drawn with the site's own tokens (design.py), which know light and dark by themselves.
 * Chakra's base theme would bring 20 kB of colours and scales that nothing here uses.
 */
const focus = { outline: "3px solid var(--amber-ink)", outlineOffset: "2px" };

const control = {
  width: "100%",
  minHeight: "2.875rem",
  padding: "var(--s2) var(--s3)",
  font: "inherit",
  color: "var(--ink)",
  background: "var(--surface)",
  border: "1px solid var(--control-line)",
  borderRadius: "var(--r-control)",
  _hover: { borderColor: "var(--ink)" },
  _focusVisible: focus,
  _disabled: { opacity: 0.55, cursor: "not-allowed" },
  _invalid: { borderColor: "var(--danger)", boxShadow: "inset 0 0 0 1px var(--danger)" },
};

const Button = {
  baseStyle: {
    gap: "var(--s2)",
    minHeight: "2.875rem",
    padding: "var(--s2) var(--s5)",
    font: "inherit",
    fontWeight: 600,
    lineHeight: 1.25,
    border: "1px solid",
    borderRadius: "var(--r-control)",
    cursor: "pointer",
    _focusVisible: focus,
    _disabled: { opacity: 0.55, cursor: "not-allowed" },
  },
  variants: {
    solid: {
      background: "var(--button)",
      borderColor: "var(--button)",
      color: "var(--on-button)",
      _hover: { background: "var(--button-hover)", borderColor: "var(--button-hover)" },
    },
    outline: {
      background: "transparent",
      borderColor: "var(--control-line)",
      color: "var(--ink)",
      _hover: { borderColor: "var(--ink)" },
    },
  },
  defaultProps: { variant: "solid" },
};

const Select = {
  parts: ["field", "icon"],
  baseStyle: {
    field: { ...control, appearance: "none", paddingInlineEnd: "2.5rem" },
    icon: { width: "2rem", height: "100%", insetEnd: "0.25rem", color: "var(--muted)", fontSize: "1.25rem" },
  },
};

const Progress = {
  parts: ["track", "filledTrack", "label"],
  baseStyle: {
    track: { width: "100%", height: "0.5rem", background: "var(--wash)", borderRadius: "var(--r-control)", overflow: "hidden" },
    filledTrack: { height: "100%", background: "var(--amber)", transition: "width 150ms linear" },
  },
};

export const theme = {
  breakpoints: { base: "0em", sm: "30em", md: "48em", lg: "64em", xl: "80em", "2xl": "96em" },
  components: {
    Button,
    Input: { parts: ["field"], baseStyle: { field: control } },
    Textarea: { baseStyle: { ...control, lineHeight: 1.6, resize: "vertical" } },
    Select,
    Progress,
    Form: {
      parts: ["container", "requiredIndicator"],
      baseStyle: {
        container: { width: "100%", position: "relative" },
        requiredIndicator: { display: "none" },
      },
    },
    FormLabel: { baseStyle: { display: "block", fontWeight: 600, textAlign: "start", marginBottom: "var(--s1)" } },
    FormError: {
      parts: ["text", "icon"],
      baseStyle: { text: { color: "var(--danger)", fontSize: "var(--small)", marginTop: "var(--s1)" } },
    },
  },
};
