/** Opens the print dialog without a round trip to the server. */
export function PrintPage({ children }) {
  return (
    <button type="button" className="button no-print" onClick={() => window.print()}>
      {children}
    </button>
  );
}
