/**
 * In place of a page that could not be drawn. It uses neither the theme nor Fluent, which may be what has failed: its
 * looks are those of an empty list, in a style sheet of its own.
 */
import { type JSX, useEffect, useId, useRef, useState } from 'react';
import './failed-page.css';

/** Who presses a button is not left waiting for a disk that does not answer. */
const FLUSH_MS = 3000;

const ASKING = 'What you typed last is being kept…';
const KEPT = 'What you typed is kept, and comes back with the page.';
const UNKEPT =
  'What you typed last could not be kept yet. Inkling goes on trying; if you reload now, these words are lost.';

export function FailedPage({ flush }: { readonly flush: () => Promise<boolean> }): JSX.Element {
  /** Null until it is known. */
  const [kept, setKept] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  // Not as the button appears: the page's own effects end after that, and the creation box saves when the focus leaves it.
  useEffect(() => {
    // A dialog that was open has hidden everything else from screen readers, and does not take that back any more.
    button.current?.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
    button.current?.focus();
    void Promise.race([flush(), afterwards(FLUSH_MS)]).then(setKept);
  }, [flush]);

  const reload = async (): Promise<void> => {
    const told = kept === false;
    const answer = await Promise.race([flush(), afterwards(FLUSH_MS)]);
    // Without the route, as at a start of the app: it may be the one that cannot be drawn.
    if (answer || told) location.replace(location.pathname);
    else setKept(false);
  };

  return (
    <main className="failed-page">
      <svg viewBox="0 0 32 32" width="96" height="96" aria-hidden>
        <path d="M14.3 5.2 3.4 25.1a2 2 0 0 0 1.7 2.9h21.8a2 2 0 0 0 1.7-2.9L17.7 5.2a2 2 0 0 0-3.4 0Z" />
        <path d="M16 12.5v7M16 23.4v.1" />
      </svg>
      <h1 id={`${id}title`}>Something went wrong on this page</h1>
      <p id={`${id}text`} aria-live="polite">
        {kept === null ? ASKING : kept ? KEPT : UNKEPT}
      </p>
      <button
        ref={button}
        type="button"
        aria-describedby={`${id}title ${id}text`}
        onClick={() => void reload()}
      >
        {kept === false ? 'Reload anyway' : 'Reload'}
      </button>
    </main>
  );
}

function afterwards(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, false);
  });
}
