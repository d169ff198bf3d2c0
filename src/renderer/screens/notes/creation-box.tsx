/**
 * The creation box (spec §2): one field until it is clicked, then a title and a text. Clicking or tabbing away, Esc
 * and Ctrl+Enter keep what was typed as a note, or just collapse the box when nothing was. The words stay in the
 * fields until the note is durable.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AppError, messageOf } from '#shared/error.ts';
import { hasContent, type NoteContent } from '#shared/note.ts';
import { LOG_LINES, SPEC, TEXTS } from '#shared/spec.ts';
import { call } from '../../bridge/client.ts';
import { isShortcut } from '../../shell/is-shortcut.ts';
import { ON_FORCED_COLORS, ON_NARROW } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';
import { useNotify } from '../../toast/use-notify.tsx';

const EMPTY: NoteContent = { title: '', text: '' };

const useStyles = makeStyles({
  box: {
    boxSizing: 'border-box',
    position: 'relative',
    maxWidth: '640px',
    margin: '4px auto 28px',
    padding: '10px 16px',
    border: `1px solid ${ink.line}`,
    borderRadius: '14px',
    backgroundColor: ink.card,
    boxShadow: ink.shadow,
    transitionProperty: 'box-shadow, border-color',
    transitionDuration: '160ms',
    ':hover': { border: `1px solid ${ink.controlLine}` },
    ':focus-within': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
    [ON_NARROW]: { margin: '4px 0 16px' },
  },
  expanded: {
    padding: '14px 16px 10px',
    ':focus-within': {
      border: `1px solid ${ink.focus}`,
      boxShadow: `0 0 0 1px ${ink.focus}, ${ink.shadowUp}`,
    },
  },
  field: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    padding: '0',
    border: '0',
    outline: 'none',
    backgroundColor: 'transparent',
    color: ink.strong,
    fontFamily: 'inherit',
    '::placeholder': { color: ink.quiet, opacity: 1 },
  },
  title: { marginBottom: '8px', fontSize: '16px', lineHeight: '22px', fontWeight: 620 },
  text: { resize: 'none', fieldSizing: 'content', maxHeight: '50vh', fontSize: '14px', lineHeight: '21px' },
  // 25 px with a line of 21 px centred in it.
  oneLine: {
    minHeight: `${SPEC.creationBoxCollapsedHeight}px`,
    height: '25px',
    padding: '2px 0',
    overflow: 'hidden',
  },
  tall: { minHeight: `${SPEC.creationBoxExpandedHeight}px` },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    marginTop: '6px',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
  },
  key: {
    padding: '0 5px',
    border: `1px solid ${ink.controlLine}`,
    borderBottomWidth: '2px',
    borderRadius: '5px',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    color: ink.body,
    [ON_FORCED_COLORS]: { border: '1px solid CanvasText' },
  },
  hint: {
    position: 'absolute',
    right: '16px',
    top: '50%',
    transform: 'translateY(-50%)',
    pointerEvents: 'none',
    [ON_NARROW]: { display: 'none' },
  },
});

export function CreationBox(): JSX.Element {
  const styles = useStyles();
  const boxRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const { content, setContent, expanded, expand, saving, leave } = useCreation();

  // Away is anything outside of the box: a click, or focus that goes elsewhere.
  useEffect(() => {
    if (!expanded) return undefined;
    const onAway = (event: Event): void => {
      if (event.target instanceof Node && boxRef.current?.contains(event.target) === false) void leave();
    };
    document.addEventListener('pointerdown', onAway);
    document.addEventListener('focusin', onAway);
    return () => {
      document.removeEventListener('pointerdown', onAway);
      document.removeEventListener('focusin', onAway);
    };
  }, [expanded, leave]);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'c' || !isShortcut(event)) return;
      event.preventDefault();
      expand();
      textRef.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [expand]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const done = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (expanded && done) {
      event.preventDefault();
      textRef.current?.focus();
      void leave();
    } else if (!expanded && event.key === 'Enter') {
      event.preventDefault();
      expand();
    }
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields inside, in one place
    <div
      ref={boxRef}
      className={mergeClasses(styles.box, expanded && styles.expanded)}
      onKeyDown={onKeyDown}
      data-creation-box
    >
      {expanded && (
        <input
          className={mergeClasses(styles.field, styles.title)}
          placeholder={TEXTS.title}
          aria-label={TEXTS.title}
          dir="auto"
          value={content.title}
          readOnly={saving}
          onChange={(event) => setContent({ ...content, title: event.target.value })}
        />
      )}
      <textarea
        ref={textRef}
        rows={1}
        className={mergeClasses(styles.field, styles.text, expanded ? styles.tall : styles.oneLine)}
        placeholder={TEXTS.takeANote}
        aria-label={TEXTS.takeANote}
        dir="auto"
        value={content.text}
        readOnly={saving}
        onClick={expand}
        onChange={(event) => {
          expand();
          setContent({ ...content, text: event.target.value });
        }}
      />
      {expanded ? (
        <div className={styles.foot}>
          <span>
            <kbd className={styles.key}>Esc</kbd> or click away to keep
          </span>
        </div>
      ) : (
        <kbd className={mergeClasses(styles.key, styles.hint)} aria-hidden>
          C
        </kbd>
      )}
    </div>
  );
}

interface Creation {
  readonly content: NoteContent;
  readonly setContent: (content: NoteContent) => void;
  readonly expanded: boolean;
  readonly expand: () => void;
  readonly saving: boolean;
  /** Adds the note if there is one, and collapses the box. */
  readonly leave: () => Promise<void>;
}

function useCreation(): Creation {
  const notify = useNotify();
  const [content, setContent] = useState(EMPTY);
  const [expanded, setExpanded] = useState(false);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  /** Whether the box was asked for again while its note was still being saved. */
  const wanted = useRef(false);

  const expand = (): void => {
    wanted.current = true;
    setExpanded(true);
  };

  const leave = async (): Promise<void> => {
    if (busy.current) return;
    if (!hasContent(content)) {
      setExpanded(false);
      return;
    }
    busy.current = true;
    wanted.current = false;
    setSaving(true);
    try {
      await call('notes:add', content, 'new');
      setContent(EMPTY);
      setExpanded(wanted.current);
    } catch (error) {
      // Spec §8: without a signed-in user nothing is saved, and that is only logged.
      if (error instanceof AppError && error.code === 'not-signed-in')
        console.error(LOG_LINES.notAuthenticated);
      else notify({ text: messageOf(error), failure: true });
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return { content, setContent, expanded, expand, saving, leave };
}
