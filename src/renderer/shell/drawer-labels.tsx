/** The account's labels, below the lists in the drawer, if any note has one. Each label shows the notes that have it. */
import { mergeClasses } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { TagFilled, TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue, useSetAtom } from 'jotai';
import { type JSX, type KeyboardEvent, type MouseEvent, useDeferredValue, useState } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { labelKey } from '#shared/labels.ts';
import { labelQuery } from '#shared/query.ts';
import { LIST_INFO } from '../notes/state/lists.ts';
import { labelsAtom, shownLabelAtom } from '../search/labels.ts';
import { queryAtom } from '../search/query.ts';
import { openAppDialog } from '../settings/app-dialog.ts';
import { useDrawerStyles } from './drawer-styles.ts';

export interface EntriesProps {
  readonly expanded: boolean;
  readonly onChosen?: () => void;
}

const NONE: readonly string[] = [];

export function DrawerLabels({ expanded, onChosen }: EntriesProps): JSX.Element | null {
  const styles = useDrawerStyles();
  // There may be hundreds of labels, most of them out of sight, so at the start the notes are drawn before them.
  const labels = useDeferredValue(useAtomValue(labelsAtom), NONE);
  const shown = useAtomValue(shownLabelAtom);
  const setQuery = useSetAtom(queryAtom);
  const { pathname } = useLocation();
  const { path } = LIST_INFO.active;
  const navigate = useNavigate();
  const href = useHref(path);
  /** The label that had the focus last. Tab reaches one label, and arrows reach the others. */
  const [focused, setFocused] = useState<string | null>(null);
  if (labels.length === 0) return null;
  const stop = Math.max(
    0,
    labels.findIndex((name) => (focused === null ? labelKey(name) === shown : name === focused)),
  );
  const show = (name: string) => (event: MouseEvent) => {
    event.preventDefault();
    setQuery(labelQuery(name));
    void navigate(path);
    onChosen?.();
  };
  const edit = (): void => {
    onChosen?.();
    openAppDialog('labels');
  };
  // Hidden in the rail, where all labels would look the same. Focus by keyboard expands the drawer.
  const seen = mergeClasses(styles.label, !expanded && styles.hidden);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from the links inside */}
      <ul
        className={mergeClasses(styles.list, styles.labels, seen)}
        aria-label="Labels"
        onKeyDown={stepThroughLabels}
        onFocus={({ target }) => setFocused(target.getAttribute('aria-label'))}
      >
        {labels.map((name, index) => {
          const here = pathname === path && shown === labelKey(name);
          const Icon = here ? TagFilled : TagRegular;
          return (
            <li key={labelKey(name)} className={styles.labelItem}>
              {/* Not a link of the router: each of those searches the routes by itself. */}
              <a
                href={href}
                aria-label={name}
                aria-current={here ? 'true' : undefined}
                tabIndex={index === stop ? 0 : -1}
                draggable={false}
                onClick={show(name)}
                className={mergeClasses(styles.entry, styles.labelEntry, here && styles.selected)}
              >
                <Icon className={styles.icon} aria-hidden />
                <bdi className={styles.labelName}>{name}</bdi>
              </a>
            </li>
          );
        })}
      </ul>
      <div className={mergeClasses(styles.editLabels, seen)}>
        <button
          type="button"
          aria-label="Edit labels"
          onClick={edit}
          className={mergeClasses(styles.entry, styles.button, styles.labelEntry)}
        >
          <EditRegular className={styles.icon} aria-hidden />
          <span className={styles.labelName}>Edit labels</span>
        </button>
      </div>
    </>
  );
}

/** Moves the focus from label to label, and leaves it on the first and the last one. */
function stepThroughLabels(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}
