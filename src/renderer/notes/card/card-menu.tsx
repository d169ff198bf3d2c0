/**
 * The "…" menu of a card, with the actions that are not on the card itself on devices without hover. Only one
 * is open at a time.
 */
import { makeStyles, Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
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
  // High enough for a finger.
  item: { minHeight: '40px', alignItems: 'center', maxWidth: 'none' },
});

export function CardMenu(): JSX.Element | null {
  const menu = useAtomValue(cardMenuAtom);
  return menu === null ? null : <OpenMenu {...menu} />;
}

function OpenMenu({ anchor, items }: CardMenuContent): JSX.Element {
  const styles = useStyles();
  useLayoutEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const close = (): void => {
    closeCardMenu();
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
