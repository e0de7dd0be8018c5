((root, theme) => {
try { theme = localStorage.getItem("theme"); } catch {}
if (!theme || theme === "system") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
root.classList.remove("light", "dark");
root.classList.add(theme);
root.style.colorScheme = theme;
})(document.documentElement);
