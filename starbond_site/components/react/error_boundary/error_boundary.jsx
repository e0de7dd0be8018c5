import { Component, useEffect } from "react";
import { followRelease } from "../../../reflex_adapter/connection/other_release.jsx";

/** Says that all its children are hydrated and their effects have run: what a visitor did before is repeated then. */
function Hydrated({ children }) {
  useEffect(() => {
    followRelease();
    window.dispatchEvent(new Event("hydrated"));
  }, []);
  return children;
}

/** Shows a sentence and a button where drawing its children fails, and reports the error. */
export class ErrorBoundary extends Component {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch(error, info) {
    this.props.onError?.(error, info);
  }

  render() {
    if (!this.state.failed) return <Hydrated>{this.props.children}</Hydrated>;
    const words = this.props.words[document.documentElement.lang] ?? Object.values(this.props.words)[0];
    return (
      <main className="container section stack" role="alert">
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
        <p>
          <button type="button" className="button button--primary" onClick={() => location.reload()}>
            {words.button}
          </button>
        </p>
      </main>
    );
  }
}
