/** The account's labels in the drawer, below its lists, while a note has one: each shows the notes that have it. */
import { mergeClasses } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { TagFilled, TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue, useSetAtom } from 'jotai';
import type { JSX } from 'react';
import { Link, useLocation } from 'react-router-dom';
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

export function DrawerLabels({ expanded, onChosen }: EntriesProps): JSX.Element | null {
  const styles = useDrawerStyles();
  const labels = useAtomValue(labelsAtom);
  const shown = useAtomValue(shownLabelAtom);
  const setQuery = useSetAtom(queryAtom);
  const { pathname } = useLocation();
  if (labels.length === 0) return null;
  const { path } = LIST_INFO.active;
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
          <li key={labelKey(name)}>
            <Link
              to={path}
              aria-label={name}
              aria-current={here ? 'true' : undefined}
              draggable={false}
              onClick={() => {
                setQuery(labelQuery(name));
                onChosen?.();
              }}
              className={mergeClasses(styles.entry, styles.labelEntry, here && styles.selected)}
            >
              <Icon className={styles.icon} aria-hidden />
              <bdi className={styles.labelName}>{name}</bdi>
            </Link>
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
