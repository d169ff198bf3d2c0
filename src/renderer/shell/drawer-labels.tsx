/** The account's labels, below the lists in the drawer. A click on a label shows its notes. */
import { mergeClasses } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { TagFilled, TagRegular } from '@fluentui/react-icons/svg/tag';
import { useAtomValue, useSetAtom } from 'jotai';
import type { JSX, MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { formatCount } from '#shared/base/count.ts';
import { labelKey } from '#shared/note/labels.ts';
import { VirtualList } from '../components/virtual-list.tsx';
import { LIST_INFO } from '../notes/state/lists.ts';
import { labelCountsAtom, labelsAtom, shownLabelAtom } from '../search/labels.ts';
import { filtersAtom } from '../search/query.ts';
import { openAppDialog } from '../settings/app-dialog.ts';
import { useDrawerStyles } from './drawer-styles.ts';

export interface EntriesProps {
  readonly expanded: boolean;
  readonly onChosen?: () => void;
}

const ROW_HEIGHT = 36;

export function DrawerLabels({ expanded, onChosen }: EntriesProps): JSX.Element | null {
  const styles = useDrawerStyles();
  const labels = useAtomValue(labelsAtom);
  const counts = useAtomValue(labelCountsAtom);
  const shown = useShownLabel();
  const setFilters = useSetAtom(filtersAtom);
  const { path } = LIST_INFO.active;
  const navigate = useNavigate();
  const href = useHref(path);
  if (labels.length === 0) return null;
  const show = (name: string) => (event: MouseEvent) => {
    event.preventDefault();
    setFilters([name]);
    void navigate(path);
    onChosen?.();
  };
  const edit = (): void => {
    onChosen?.();
    openAppDialog('labels');
  };
  // Hidden in the rail, where all labels would look the same. Keyboard focus expands the drawer.
  const seen = mergeClasses(styles.label, !expanded && styles.hidden);
  return (
    <>
      <div className={mergeClasses(styles.labels, seen)}>
        <VirtualList label="Labels" names={labels} keyOf={labelKey} rowHeight={ROW_HEIGHT} shown={shown}>
          {(name, isStop) => (
            <Label
              name={name}
              count={counts.get(name) ?? 0}
              href={href}
              isHere={name === shown}
              isStop={isStop}
              onClick={show(name)}
            />
          )}
        </VirtualList>
      </div>
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

/** The label whose active notes are shown; null if the page shows anything else. */
export function useShownLabel(): string | null {
  const shown = useAtomValue(shownLabelAtom);
  const { pathname } = useLocation();
  return pathname === LIST_INFO.active.path ? shown : null;
}

interface LabelProps {
  readonly name: string;
  readonly count: number;
  readonly href: string;
  readonly isHere: boolean;
  readonly isStop: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

function Label({ name, count, href, isHere, isStop, onClick }: LabelProps): JSX.Element {
  const styles = useDrawerStyles();
  const Icon = isHere ? TagFilled : TagRegular;
  const words = count === 0 ? '' : formatCount(count);
  return (
    <div className={mergeClasses(styles.item, isHere && styles.itemHere)}>
      {/* Not a router link, because each of those matches the routes itself. */}
      <a
        href={href}
        aria-label={name}
        aria-current={isHere ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        draggable={false}
        onClick={onClick}
        className={mergeClasses(styles.entry, styles.labelEntry, isHere && styles.selected)}
        // A long name is truncated before the number.
        style={{ paddingRight: words === '' ? undefined : `calc(23px + ${words.length}ch)` }}
      >
        <Icon className={styles.icon} aria-hidden />
        <bdi className={styles.labelName}>{name}</bdi>
      </a>
      {/* Outside of the link, whose accessible name is only the label's. */}
      {words !== '' && <span className={mergeClasses(styles.count, styles.labelCount)}>{words}</span>}
    </div>
  );
}
