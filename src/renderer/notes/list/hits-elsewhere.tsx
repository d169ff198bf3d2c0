/**
 * Links under a list's hits to other lists that have hits for the same query. These lists are searched one after the
 * other, a moment after the list's own answer, so that no key in the search box waits.
 */
import { makeStyles } from '@fluentui/react-components';
import { useSetAtom } from 'jotai';
import { type JSX, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '#shared/error.ts';
import type { IdsPage } from '#shared/ipc/bulk.ts';
import { type ListName, LISTS } from '#shared/note.ts';
import { call, listen } from '../../bridge/client.ts';
import { awaitedResultAtom } from '../../search/query.ts';
import { focusRing } from '../../theme/focus.ts';
import { ink } from '../../theme/theme.ts';
import { LIST_INFO } from '../state/lists.ts';

/** Somebody who types presses the next key within this many milliseconds. */
const PAUSE = 250;
/** Hits of a list are counted up to this number. */
const MOST = 100;
/** If the index does not have a list yet, counting takes many requests of ten milliseconds; it ends after this many. */
const MOST_REQUESTS = 50;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '20px',
    rowGap: '8px',
    justifyContent: 'center',
    padding: '24px 0 4px',
    fontSize: '14px',
    lineHeight: '20px',
  },
  link: { color: ink.link, borderRadius: '4px', fontVariantNumeric: 'tabular-nums', ...focusRing },
});

interface Found {
  readonly list: ListName;
  readonly count: string;
}

interface HitsElsewhereProps {
  readonly list: ListName;
  readonly query: string;
}

/** Must be mounted anew for another query. */
export function HitsElsewhere({ list, query }: HitsElsewhereProps): JSX.Element | null {
  const styles = useStyles();
  const goToFirst = useSetAtom(awaitedResultAtom);
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    const look = async (signal: AbortSignal): Promise<void> => {
      const now: Found[] = [];
      for (const other of LISTS.filter((name) => name !== list)) {
        const count = await countHits(other, query, signal);
        if (signal.aborted) return;
        if (count !== null) now.push({ list: other, count });
      }
      setFound(now);
    };
    const lookAfterPause = (): (() => void) => {
      const ends = new AbortController();
      const timer = setTimeout(() => {
        look(ends.signal).catch((error: unknown) => {
          // A failure after the end does not count, such as when somebody signs out meanwhile.
          if (!ends.signal.aborted) console.error(messageOf(error));
        });
      }, PAUSE);
      return () => {
        ends.abort();
        clearTimeout(timer);
      };
    };
    let end = lookAfterPause();
    const endListening = listen('notes:changed', () => {
      end();
      end = lookAfterPause();
    });
    return () => {
      endListening();
      end();
    };
  }, [list, query]);
  if (found.length === 0) return null;
  return (
    <nav className={styles.root} aria-label="Found in other lists">
      {found.map(({ list: other, count }) => (
        <Link
          key={other}
          to={LIST_INFO[other].path}
          className={styles.link}
          draggable={false}
          onClick={() => goToFirst({ query, list: other })}
        >
          {count} in {LIST_INFO[other].name}
        </Link>
      ))}
    </nav>
  );
}

/** The number of hits, with a `+` if there are more; null if there are none. */
async function countHits(list: ListName, query: string, signal: AbortSignal): Promise<string | null> {
  let count = 0;
  let below: IdsPage['below'] = null;
  for (let request = 0; request < MOST_REQUESTS; request += 1) {
    const page: IdsPage = await call('notes:ids', { list, query, below, limit: MOST - count });
    count += page.ids.length;
    ({ below } = page);
    if (below === null || count >= MOST || signal.aborted) break;
  }
  if (count === 0) return null;
  return below === null ? String(count) : `${count}+`;
}
