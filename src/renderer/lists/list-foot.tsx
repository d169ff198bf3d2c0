/** What follows the lines of a list in a field: a button for one more line, and the number of ticked ones. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import type { ComponentProps, JSX, MouseEvent } from 'react';
import { ON_LOW } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { TickedRow } from './ticked-row.tsx';

const useStyles = makeStyles({
  // Fills what the field's sheet has left, so that nothing is between the lines and these rows.
  root: { flexGrow: 1, flexShrink: 0, cursor: 'text' },
  rows: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    rowGap: tokens.spacingVerticalXXS,
    cursor: 'default',
    [ON_LOW]: { flexDirection: 'row', alignItems: 'center', columnGap: tokens.spacingHorizontalL },
  },
  // Its icon and words are below the boxes and words of the list.
  add: {
    flexShrink: 0,
    alignSelf: 'start',
    justifyContent: 'start',
    minWidth: '0',
    height: '28px',
    marginLeft: '-7px',
    padding: `0 ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalSNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightRegular,
  },
  icon: { width: '16px', height: '16px', marginRight: tokens.spacingHorizontalS, fontSize: '16px' },
});

interface ListFootProps extends ComponentProps<typeof TickedRow> {
  readonly className: string | undefined;
  /** Null if the text is read-only. */
  readonly onAdd: (() => void) | null;
  /** Called for a press on the room below the rows. */
  readonly onPressBelow: () => void;
}

export function ListFoot({ className, onAdd, onPressBelow, ...ticked }: ListFootProps): JSX.Element {
  const styles = useStyles();
  const onMouseDown = (event: MouseEvent): void => {
    if (event.target !== event.currentTarget || event.button !== 0) return;
    event.preventDefault();
    onPressBelow();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as below the words of a text area
    <div className={mergeClasses(styles.root, className)} onMouseDown={onMouseDown}>
      <div className={styles.rows}>
        {onAdd !== null && (
          <Button
            appearance="subtle"
            className={styles.add}
            icon={{ className: styles.icon, children: <AddRegular /> }}
            onClick={onAdd}
          >
            List item
          </Button>
        )}
        <TickedRow {...ticked} />
      </div>
    </div>
  );
}
