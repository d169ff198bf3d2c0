/** The names and actions of each list (spec §2). */
import { ArchiveArrowBackRegular } from '@fluentui/react-icons/svg/archive-arrow-back';
import { Archive32Light, ArchiveFilled, ArchiveRegular } from '@fluentui/react-icons/svg/archive';
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo';
import { Delete32Light, DeleteFilled, DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { Note32Light, NoteFilled, NoteRegular } from '@fluentui/react-icons/svg/note';
import type { FluentIcon } from '@fluentui/react-icons';
import { type ListName, LISTS, type Transition } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';

export interface CardMove {
  readonly transition: Transition;
  readonly name: string;
  readonly icon: FluentIcon;
  /** The equivalent key among the cards. */
  readonly shortcut?: string;
}

export interface ListInfo {
  readonly name: string;
  readonly path: string;
  readonly icon: FluentIcon;
  readonly selectedIcon: FluentIcon;
  readonly emptyIcon: FluentIcon;
  readonly emptyText: string;
  readonly editable: boolean;
  readonly moves: readonly CardMove[];
}

const TRASH: CardMove = { transition: 'trash', name: 'Move to trash', icon: DeleteRegular, shortcut: '#' };

export const LIST_INFO: Readonly<Record<ListName, ListInfo>> = {
  active: {
    name: 'Notes',
    path: '/',
    icon: NoteRegular,
    selectedIcon: NoteFilled,
    emptyIcon: Note32Light,
    emptyText: TEXTS.noNotes,
    editable: true,
    moves: [{ transition: 'archive', name: 'Archive', icon: ArchiveRegular, shortcut: 'E' }, TRASH],
  },
  archived: {
    name: 'Archive',
    path: '/archive',
    icon: ArchiveRegular,
    selectedIcon: ArchiveFilled,
    emptyIcon: Archive32Light,
    emptyText: TEXTS.noArchived,
    editable: true,
    moves: [
      { transition: 'unarchive', name: 'Unarchive', icon: ArchiveArrowBackRegular, shortcut: 'E' },
      TRASH,
    ],
  },
  trashed: {
    name: 'Trash',
    path: '/trash',
    icon: DeleteRegular,
    selectedIcon: DeleteFilled,
    emptyIcon: Delete32Light,
    emptyText: TEXTS.noDeleted,
    editable: false,
    moves: [{ transition: 'restore', name: 'Restore', icon: ArrowUndoRegular }],
  },
};

/** The list at a path of the page; undefined if there is none. */
export function listAt(pathname: string): ListName | undefined {
  return LISTS.find((name) => LIST_INFO[name].path === pathname);
}
