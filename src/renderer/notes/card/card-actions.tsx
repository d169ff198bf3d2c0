/**
 * The actions of a card, as small buttons in its foot. On devices without hover they are always visible, so
 * only those of the specification are there (spec §2); the others are in the "…" menu.
 */
import type { FluentIcon } from '@fluentui/react-icons';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal';
import { PinOffRegular } from '@fluentui/react-icons/svg/pin-off';
import { PinRegular } from '@fluentui/react-icons/svg/pin';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import type { JSX } from 'react';
import type { ListName, NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { HOVER, useMedia } from '../../theme/media.ts';
import { MARK_KEYS, type MarkMenuName, toggleMarkMenu } from '../actions/mark-menu.tsx';
import { LIST_INFO } from '../state/lists.ts';
import { CardButton } from './card-button.tsx';
import { type CardCommands, useCardCommands } from './card-commands.ts';
import { type CardMenuItem, toggleCardMenu } from './card-menu-state.ts';
import { useHasOfferedActions } from './first-frame.ts';

interface Action extends CardMenuItem {
  readonly shortcut?: string | undefined;
  /** Whether it is in the menu on devices without hover. */
  readonly isFurther?: boolean;
}

interface CardActionsProps {
  readonly row: NoteRow;
  readonly list: ListName;
  /** @param isRange whether to select all cards up to this one */
  readonly onSelect: (id: NoteId, isRange: boolean) => void;
}

export function CardActions({ row, list, onSelect }: CardActionsProps): JSX.Element[] | null {
  const commands = useCardCommands();
  const hasHover = useMedia(HOVER);
  const isOffered = useHasOfferedActions();
  // A refused note's foot shows its actions on a line of their own, so the card would grow when they appear.
  if (!isOffered && row.refused === null) return null;
  const actions = actionsOf(row, list, commands);
  const buttons = (hasHover ? actions : actions.filter(({ isFurther }) => isFurther !== true)).map(
    ({ name, icon: Icon, shortcut, act }) => (
      <CardButton
        key={name}
        name={name}
        shortcut={shortcut}
        onClick={({ currentTarget }) => act(currentTarget)}
      >
        <Icon />
      </CardButton>
    ),
  );
  if (hasHover) return buttons;
  const items = [
    ...(list === 'active' ? [pinItem(row, commands)] : []),
    ...(list === 'archived' ? markActions(row.id) : []),
    ...actions.filter(({ isFurther }) => isFurther === true),
    { name: 'Select', icon: CheckmarkCircleRegular, act: () => onSelect(row.id, false) },
  ];
  return [
    ...buttons,
    <CardButton
      key="More"
      name="More"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => toggleCardMenu(currentTarget, items)}
    >
      <MoreHorizontalRegular />
    </CardButton>,
  ];
}

function actionsOf(row: NoteRow, list: ListName, commands: CardCommands): readonly Action[] {
  const { id } = row;
  const { editable, moves } = LIST_INFO[list];
  return [
    ...(editable
      ? [{ name: 'Edit', icon: EditRegular, shortcut: 'Enter', act: () => commands.open(id) }]
      : []),
    // A card in the archive has three actions (spec §2).
    ...(list === 'active' ? markActions(id) : []),
    ...moves.map(({ transition, name, icon, shortcut }) => ({
      name,
      icon,
      shortcut,
      act: () => commands.change(id, transition),
      isFurther: list === 'active' && transition === 'trash',
    })),
    ...(list === 'trashed'
      ? [
          {
            name: 'Delete forever',
            icon: DeleteDismissRegular,
            shortcut: '#',
            act: () => commands.deleteForever(row),
          },
        ]
      : []),
  ];
}

function markActions(id: NoteId): readonly Action[] {
  const choose = (name: MarkMenuName, icon: FluentIcon): Action => ({
    name,
    icon,
    shortcut: MARK_KEYS[name],
    act: (anchor) => toggleMarkMenu(name, id, anchor),
    isFurther: true,
  });
  return [choose('Colour', ColorRegular), choose('Labels', TagRegular)];
}

function pinItem({ id, pinned }: NoteRow, commands: CardCommands): CardMenuItem {
  return {
    name: pinned ? 'Unpin' : 'Pin',
    icon: pinned ? PinOffRegular : PinRegular,
    act: () => commands.change(id, { isPinned: !pinned }),
  };
}
