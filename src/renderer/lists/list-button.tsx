/** A button that turns the selected lines of a text area into a list, or a list into plain lines. */
import { TaskListLtrRegular } from '@fluentui/react-icons/svg/task-list-ltr';
import type { JSX, RefObject } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { IS_MAC } from '../keyboard/shortcuts.ts';
import { toggleListIn } from './edit-field.ts';

interface ListButtonProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly small?: boolean;
}

export function ListButton({ field, small = false }: ListButtonProps): JSX.Element {
  return (
    <IconButton
      small={small}
      name="List"
      icon={<TaskListLtrRegular />}
      shortcut={`${IS_MAC ? 'Meta' : 'Control'}+Shift+L`}
      onClick={() => {
        if (field.current !== null) toggleListIn(field.current);
      }}
    />
  );
}
