/**
 * The "…" menus of the notes: that of a card, with the actions that are not on the card itself on devices
 * without hover, of which only one is open at a time, and that of the sheet in a narrow window.
 */
import {
  makeStyles,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
} from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useLayoutEffect } from 'react';
import { swallowPressBeside } from '../../components/press.ts';
import { tokens } from '../../theme/theme.ts';
import { type CardMenuContent, cardMenuAtom, closeCardMenu } from './card-menu-state.ts';

const useStyles = makeStyles({
  popover: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    filter: 'none',
  },
  heading: {
    fontSize: '12px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  // High enough for a finger.
  item: { minHeight: '40px', alignItems: 'center', maxWidth: 'none' },
});

export function CardMenu(): JSX.Element | null {
  const menu = useAtomValue(cardMenuAtom);
  return menu === null ? null : <OpenMenu {...menu} onClose={closeCardMenu} />;
}

interface OpenMenuProps extends CardMenuContent {
  /** Shown above the actions. */
  readonly heading?: string;
  readonly onClose: () => void;
}

export function OpenMenu({ anchor, items, heading, onClose }: OpenMenuProps): JSX.Element {
  const styles = useStyles();
  useLayoutEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const close = (): void => {
    onClose();
    anchor.focus({ preventScroll: true });
  };
  return (
    <Menu
      open
      closeOnScroll
      positioning={{ target: anchor, position: 'below', align: 'end', offset: 6, overflowBoundaryPadding: 8 }}
      onOpenChange={(event) => {
        // A click on the "…" button closes the menu by itself.
        if (event.target instanceof Node && anchor.contains(event.target)) return;
        swallowPressBeside(event);
        close();
      }}
    >
      <MenuPopover className={styles.popover}>
        <MenuList>
          {heading !== undefined && (
            <MenuGroup>
              <MenuGroupHeader className={styles.heading}>{heading}</MenuGroupHeader>
            </MenuGroup>
          )}
          {items.map(({ name, icon: Icon, act }) => (
            <MenuItem
              key={name}
              className={styles.item}
              icon={<Icon />}
              onClick={() => {
                close();
                act(anchor);
              }}
            >
              {name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
