/**
 * A note that nearly matches the query, as a card of the same look that opens the note. It is no hit of the
 * search (spec §5), so it is not one of the list's articles, and the list's keys and actions do not reach it.
 */
import { mergeClasses } from '@fluentui/react-components';
import { type JSX, type MouseEvent, useId } from 'react';
import type { ListName } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { useTint } from '../../theme/tints.ts';
import { useCardCommands } from '../card/card-commands.ts';
import { CardTabIndex } from '../card/card-tab-index.ts';
import { CardContent, isOnControl, useCardStyles } from '../card/note-card.tsx';

interface NearCardProps {
  readonly row: NoteRow;
  readonly list: ListName;
  readonly query: string;
  readonly lettersPerLine: number;
}

export function NearCard({ row, list, query, lettersPerLine }: NearCardProps): JSX.Element {
  const styles = useCardStyles();
  const tint = useTint(row.color);
  const commands = useCardCommands();
  const nameId = useId();
  const onClick = (event: MouseEvent): void => {
    if (!isOnControl(event) && document.getSelection()?.isCollapsed !== false) commands.open(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list of these cards handles Enter
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fields, and no details
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves between the cards
      tabIndex={0}
      data-near-note={row.id}
      aria-labelledby={nameId}
      className={mergeClasses(styles.card, ...tint)}
      onClick={onClick}
    >
      <CardTabIndex value={-1}>
        <CardContent
          row={row}
          list={list}
          query={query}
          lettersPerLine={lettersPerLine}
          onSelect={null}
          nameId={nameId}
        />
      </CardTabIndex>
    </div>
  );
}
