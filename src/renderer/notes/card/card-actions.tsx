/** The actions of a card, as small buttons in its foot. */
import type { FluentIcon } from '@fluentui/react-icons';
import { ColorRegular } from '@fluentui/react-icons/svg/color';
import { DeleteDismissRegular } from '@fluentui/react-icons/svg/delete-dismiss';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import type { JSX, MouseEventHandler } from 'react';
import type { ListName } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { CardButton } from './card-button.tsx';
import { useCardCommands } from './card-commands.ts';
import { useHasOfferedActions } from './first-frame.ts';
import { LIST_INFO } from '../state/lists.ts';
import { MARK_KEYS, type MarkMenuName, toggleMarkMenu } from '../actions/mark-menu.tsx';

interface Action {
  readonly name: string;
  readonly icon: FluentIcon;
  readonly shortcut?: string | undefined;
  readonly act: MouseEventHandler<HTMLButtonElement>;
}

interface CardActionsProps {
  readonly row: NoteRow;
  readonly list: ListName;
}

export function CardActions({ row, list }: CardActionsProps): JSX.Element[] | null {
  const commands = useCardCommands();
  const { id, refused } = row;
  // The foot of a refused note has room for them only in a line of its own: the card would grow when they come.
  if (!useHasOfferedActions() && refused === null) return null;
  const { editable, moves } = LIST_INFO[list];
  const choose = (name: MarkMenuName, icon: FluentIcon): Action => ({
    name,
    icon,
    shortcut: MARK_KEYS[name],
    act: ({ currentTarget }) => toggleMarkMenu(name, id, currentTarget),
  });
  const actions: readonly Action[] = [
    ...(editable
      ? [{ name: 'Edit', icon: EditRegular, shortcut: 'Enter', act: () => commands.open(id) }]
      : []),
    // A card of the archive has three actions (spec §2).
    ...(list === 'active' ? [choose('Colour', ColorRegular), choose('Labels', TagRegular)] : []),
    ...moves.map(({ transition, name, icon, shortcut }) => ({
      name,
      icon,
      shortcut,
      act: () => commands.move(id, transition),
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
  return actions.map(({ name, icon: Icon, shortcut, act }) => (
    <CardButton key={name} name={name} shortcut={shortcut} onClick={act}>
      <Icon />
    </CardButton>
  ));
}
