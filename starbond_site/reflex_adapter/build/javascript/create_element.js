/* Emotion's jsx() is React's createElement() wherever no `css` is given. */
export { createElement as jsx } from "react";
