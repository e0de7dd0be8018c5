import { createElement } from "react";

/*
 * What Reflex's files import from React Router, for pages that the browser itself navigates between: one page, whose
 * modules React Router's own script has put into `__reactRouterRouteModules`, at the address of the document.
 */
const modules = () => Object.values(window.__reactRouterRouteModules);
const place = { pathname: location.pathname, search: location.search, hash: location.hash, state: null, key: "default" };
const query = [new URLSearchParams(location.search), (next) => location.assign(`?${new URLSearchParams(next)}`)];
const params = {};

function navigate(to, { replace = false } = {}) {
  if (typeof to === "number") history.go(to);
  else location[replace ? "replace" : "assign"](typeof to === "string" ? to : (to.pathname ?? "") + (to.search ?? "") + (to.hash ?? ""));
}

export function HydratedRouter() {
  const [{ Layout, default: Root }] = modules();
  return createElement(Layout, null, createElement(Root));
}

export const Outlet = () => createElement(modules().at(-1).default);
export const useLocation = () => place;
export const useNavigate = () => navigate;
export const useParams = () => params;
export const useSearchParams = () => query;
export const UNSAFE_withComponentProps = (page) => page;

/* Prerendered into the head and the body, and left as they stand there. */
export const Meta = () => null;
export const Links = () => null;
export const Scripts = () => null;
export const ScrollRestoration = () => null;
