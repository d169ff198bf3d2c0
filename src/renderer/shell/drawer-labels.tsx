/** The account's labels in the drawer, below its lists, while a note has one: each shows the notes that have it. */
import { mergeClasses } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { TagFilled, TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue, useSetAtom } from 'jotai';
import { type JSX, type MouseEvent, useDeferredValue } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { labelKey } from '#shared/labels.ts';
import { labelQuery } from '#shared/query.ts';
import { LIST_INFO } from '../notes/lists.ts';
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
  // There may be hundreds, and most of them out of sight: at the start the notes are drawn before them.
  const labels = useDeferredValue(useAtomValue(labelsAtom), NONE);
  const shown = useAtomValue(shownLabelAtom);
  const setQuery = useSetAtom(queryAtom);
  const { pathname } = useLocation();
  const { path } = LIST_INFO.active;
  const navigate = useNavigate();
  const href = useHref(path);
  if (labels.length === 0) return null;
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
  return (
    // In the rail they would be one icon many times over. With the keyboard's focus in it the drawer is expanded.
    <ul
      className={mergeClasses(styles.list, styles.labels, styles.label, !expanded && styles.hidden)}
      aria-label="Labels"
    >
      {labels.map((name) => {
        const here = pathname === path && shown === labelKey(name);
        const Icon = here ? TagFilled : TagRegular;
        return (
          <li key={labelKey(name)} className={styles.labelItem}>
            {/* Not the router's: each of its links looks through the routes by itself. */}
            <a
              href={href}
              aria-label={name}
              aria-current={here ? 'true' : undefined}
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
      <li>
        <button
          type="button"
          aria-label="Edit labels"
          onClick={edit}
          className={mergeClasses(styles.entry, styles.button, styles.labelEntry)}
        >
          <EditRegular className={styles.icon} aria-hidden />
          <span className={styles.labelName}>Edit labels</span>
        </button>
      </li>
    </ul>
  );
}
