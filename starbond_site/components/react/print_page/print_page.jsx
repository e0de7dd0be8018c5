import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { longDate } from "../dates.jsx";

const PRINT = "print";

/**
 * Opens the print dialog. Of a list with several pages it first opens the address with every row, which prints itself.
 */
export function PrintPage({ children }) {
  useEffect(() => {
    const address = new URL(location.href);
    if (!address.searchParams.has(PRINT)) return;
    // Reloaded, or sent to somebody, the address does not print again.
    address.searchParams.delete(PRINT);
    history.replaceState(history.state, "", address);
    window.print();
  }, []);
  const print = () => {
    const every = document.querySelector('.pager a[rel="alternate"]');
    if (!every) return window.print();
    const address = new URL(every.href);
    address.searchParams.set(PRINT, "");
    location.assign(address);
  };
  return (
    <button type="button" className="button no-print" onClick={print}>
      {children}
    </button>
  );
}

/**
 * The line of a printed sheet. The date is that of the print, not of the build: it is read when the page is ready, and
 * again before each print, since a page may stay open for days. Without scripts the line has the address alone.
 */
export function SheetLine({ address, label, dates }) {
  const [date, setDate] = useState(null);
  useEffect(() => {
    const read = () => flushSync(() => setDate(longDate(Date.now(), dates)));
    setDate(longDate(Date.now(), dates));
    window.addEventListener("beforeprint", read);
    return () => window.removeEventListener("beforeprint", read);
  }, []);
  return (
    <p className="print-only">
      {date && <>{label.replace("{date}", date)}. </>}
      {address || (date && location.href)}
    </p>
  );
}
