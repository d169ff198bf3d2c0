/**
 * Links below a list's hits to other lists with hits for the same search. Those lists are searched one after
 * the other, a moment after the list's own answer, so that typing never waits for them.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useSetAtom } from 'jotai';
import { type JSX, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ListName, LISTS } from '#shared/note/note.ts';
import type { Search } from '#shared/note/view.ts';
import { awaitedResultAtom } from '../../search/query.ts';
import { useColumnStyles } from '../../theme/column.ts';
import { focusRing } from '../../theme/focus.ts';
import { tokens } from '../../theme/theme.ts';
import { LIST_INFO } from '../state/lists.ts';
import { countHits } from './count-hits.ts';
import { useAfterPause } from './use-after-pause.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXL,
    rowGap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXL} 0 ${tokens.spacingVerticalXS}`,
    fontSize: '14px',
    lineHeight: '20px',
  },
  // Below the message that there is no hit, unless near matches are between the two.
  alone: { justifyContent: 'center', '[data-near] + &': { justifyContent: 'start' } },
  link: {
    color: tokens.colorBrandForegroundLink,
    borderRadius: tokens.borderRadiusSmall,
    fontVariantNumeric: 'tabular-nums',
    ...focusRing,
  },
});

interface Found {
  readonly list: ListName;
  readonly count: string;
}

interface HitsElsewhereProps {
  readonly list: ListName;
  readonly search: Search;
  /** Whether the list itself has no hits. */
  readonly isAlone: boolean;
}

/** Must be mounted anew for another search. */
export function HitsElsewhere({ list, search, isAlone }: HitsElsewhereProps): JSX.Element | null {
  const styles = useStyles();
  const columns = useColumnStyles();
  const goToFirst = useSetAtom(awaitedResultAtom);
  const [found, setFound] = useState<readonly Found[]>([]);
  useAfterPause(async (signal) => {
    const now: Found[] = [];
    for (const otherList of LISTS.filter((name) => name !== list)) {
      const { count, isMore } = await countHits({ list: otherList, ...search }, signal);
      if (signal.aborted) return;
      if (count > 0) now.push({ list: otherList, count: isMore ? `${count}+` : String(count) });
    }
    setFound(now);
  });
  if (found.length === 0) return null;
  return (
    <nav
      className={mergeClasses(columns.column, styles.root, isAlone && styles.alone)}
      aria-label="Found in other lists"
    >
      {found.map(({ list: otherList, count }) => (
        <Link
          key={otherList}
          to={LIST_INFO[otherList].path}
          className={styles.link}
          draggable={false}
          onClick={() => goToFirst({ search, list: otherList })}
        >
          {count} in {LIST_INFO[otherList].name}
        </Link>
      ))}
    </nav>
  );
}
