import { useEffect, useRef } from "react";

/**
 * Adds what HTML alone does not do: a link click closes every menu and unchecks the mobile toggle, Escape closes the
 * open menu and returns the focus to it, and a click elsewhere closes it.
 */
export function SiteMenu({ children, label, toggle }) {
  const menu = useRef(null);

  useEffect(() => {
    const openMenus = () => menu.current.querySelectorAll("details[open]");
    const close = () => openMenus().forEach((details) => (details.open = false));
    const onClick = (event) => {
      remember(event.target.closest("a[data-language]")?.dataset.language);
      if (!menu.current.contains(event.target)) close();
      else if (event.target.closest("a")) {
        close();
        const box = document.getElementById(toggle);
        if (box) box.checked = false;
      }
    };
    const onKeyDown = (event) => {
      if (event.key !== "Escape") return;
      const summary = openMenus()[0]?.querySelector("summary");
      close();
      summary?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [toggle]);

  return (
    <nav ref={menu} className="menu" aria-label={label}>
      {children}
    </nav>
  );
}

/** The home page then opens in the language that was chosen last; see `web/paths.py`. */
function remember(language) {
  if (language) document.cookie = `language=${language};path=/;max-age=31536000;samesite=lax`;
}
