import { ThemeProvider } from "@chakra-ui/react";
import { theme } from "./theme.jsx";

const ISLAND = "chakra-island";

/** Chakra's theme for the children alone: no global style, no reset, its variables on this element. */
export function ChakraIsland({ children }) {
  return (
    <div id={ISLAND}>
      <ThemeProvider theme={theme} cssVarsRoot={`#${ISLAND}`}>
        {children}
      </ThemeProvider>
    </div>
  );
}
