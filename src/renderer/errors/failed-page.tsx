/**
 * Shown in place of a page that could not be rendered. The theme or Fluent may be what failed, so it uses
 * neither; its own style sheet makes it look like an empty list.
 */
import { type JSX, useEffect, useId, useRef, useState } from 'react';
import './failed-page.css';

/** The longest wait for a flush, in milliseconds: the button must work even if the disk does not answer. */
const FLUSH_MS = 3000;

const STORING = 'Saving your last words…';
const STORED = 'Your words are saved and come back with the page.';
const NOT_STORED =
  'Your last words are not saved yet. Inkling keeps trying; if you reload now, they are lost.';

export function FailedPage({ flush }: { readonly flush: () => Promise<boolean> }): JSX.Element {
  /** Null until known. */
  const [isStored, setIsStored] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  // An effect, not the button's ref: React unmounts the failed page only after refs are set, and its creation
  // box saves when it loses the focus.
  useEffect(() => {
    // An open dialog has hidden everything else from screen readers, and can no longer undo that.
    button.current?.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
    button.current?.focus();
    void Promise.race([flush(), falseAfter(FLUSH_MS)]).then(setIsStored);
  }, [flush]);

  const reload = async (): Promise<void> => {
    const hasWarned = isStored === false;
    const answer = await Promise.race([flush(), falseAfter(FLUSH_MS)]);
    // Without the route, as at the start of the app: its screen may be the one that cannot be rendered.
    if (answer || hasWarned) location.replace(location.pathname);
    else setIsStored(false);
  };

  return (
    <main className="failed-page">
      <svg viewBox="0 0 32 32" width="96" height="96" aria-hidden>
        <path d="M14.3 5.2 3.4 25.1a2 2 0 0 0 1.7 2.9h21.8a2 2 0 0 0 1.7-2.9L17.7 5.2a2 2 0 0 0-3.4 0Z" />
        <path d="M16 12.5v7M16 23.4v.1" />
      </svg>
      <h1 id={`${id}title`}>Something went wrong on this page</h1>
      <p id={`${id}text`} aria-live="polite">
        {isStored === null ? STORING : isStored ? STORED : NOT_STORED}
      </p>
      <button
        ref={button}
        type="button"
        aria-describedby={`${id}title ${id}text`}
        onClick={() => void reload()}
      >
        {isStored === false ? 'Reload anyway' : 'Reload'}
      </button>
    </main>
  );
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, false);
  });
}
