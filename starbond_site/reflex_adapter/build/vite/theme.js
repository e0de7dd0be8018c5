((root, dark) => {
const theme = /theme=(dark|light)/.exec(document.cookie)?.[1] ?? (matchMedia(dark).matches ? "dark" : "light");
root.classList.remove("light", "dark");
root.classList.add(theme);
root.style.colorScheme = theme;
})(document.documentElement, "(prefers-color-scheme: dark)");
