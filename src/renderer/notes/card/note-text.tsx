/**
 * A text as it was typed: newlines break lines, addresses open in the browser, and search hits are marked.
 */
import { makeStyles } from '@fluentui/react-components';
import { createContext, type JSX, memo, type MouseEvent, useContext } from 'react';
import { hitRanges, type Range } from '#shared/text/hit-ranges.ts';
import { focusRing } from '../../theme/focus.ts';
import { tokens } from '../../theme/theme.ts';
import { callOrShowFailure } from '../../toast/notices.ts';
import { useCardTabIndex } from './card-tab-index.ts';
import { type Run, segments } from './segments.ts';

const useStyles = makeStyles({
  link: { color: tokens.colorBrandForegroundLink, borderRadius: tokens.borderRadiusSmall, ...focusRing },
  hit: {
    backgroundColor: tokens.colorHitBackground,
    color: tokens.colorNeutralForeground1,
    borderRadius: tokens.borderRadiusSmall,
    padding: '0 1px',
    margin: '0 -1px',
  },
});

const FindHitsContext = createContext<(text: string, query: string) => readonly Range[]>(hitRanges);

/** How the texts inside match the query: exactly, unless told otherwise. */
export const FindHits = FindHitsContext.Provider;

export const NoteText = memo(function NoteText(props: {
  readonly text: string;
  readonly query: string;
}): JSX.Element {
  const styles = useStyles();
  const tabIndex = useCardTabIndex();
  const findHits = useContext(FindHitsContext);
  return (
    <>
      {segments(props.text, findHits(props.text, props.query)).map((segment) =>
        segment.url === null ? (
          <Runs key={segment.start} runs={segment.runs} hitClass={styles.hit} />
        ) : (
          <a
            key={segment.start}
            href={segment.url}
            className={styles.link}
            tabIndex={tabIndex}
            onClick={openOutside}
            onAuxClick={openOutside}
          >
            <Runs runs={segment.runs} hitClass={styles.hit} />
          </a>
        ),
      )}
    </>
  );
});

function Runs(props: { readonly runs: readonly Run[]; readonly hitClass: string }): JSX.Element[] {
  let at = 0;
  return props.runs.map((run) => {
    const key = at;
    at += run.text.length;
    return run.hit ? (
      <mark key={key} className={props.hitClass}>
        {run.text}
      </mark>
    ) : (
      <span key={key}>{run.text}</span>
    );
  });
}

function openOutside(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  event.stopPropagation();
  callOrShowFailure('app:open-external', event.currentTarget.href);
}
