/**
 * Props of a button that opens (`show-modal`) or closes (`close`) the dialog of an id: HTML alone does it, also before the
 * scripts run. Browsers that do not know invoker commands (before 2025) need the handler. The id is read from the page, where
 * it is the one of the server, which React cannot always repeat.
 */
export const opener = (command, id) => ({
  type: "button",
  command,
  commandfor: id,
  onClick: ({ currentTarget: button }) => {
    const dialog = document.getElementById(button.getAttribute("commandfor"));
    if (!button.command) dialog[command === "close" ? "close" : "showModal"]();
  },
});
