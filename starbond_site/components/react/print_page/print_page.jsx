import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { longDate } from "../dates.jsx";

/** Opens the print dialog without a round trip to the server. */
export function PrintPage({ children }) {
  return (
    <button type="button" className="button no-print" onClick={() => window.print()}>
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
      {address}
    </p>
  );
}
