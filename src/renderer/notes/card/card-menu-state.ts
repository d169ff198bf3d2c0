/** The content of a card's "…" menu. The menu itself (`card-menu.tsx`) is loaded after the screens. */
import type { FluentIcon } from '@fluentui/react-icons';
import { atom } from 'jotai';
import { store } from '../../state/store.ts';

export interface CardMenuItem {
  readonly name: string;
  readonly icon: FluentIcon;
  /** @param anchor the card's "…" button, beside which a pop-up opens */
  readonly act: (anchor: HTMLElement) => void;
}

export interface CardMenuContent {
  readonly anchor: HTMLElement;
  readonly items: readonly CardMenuItem[];
}

export const cardMenuAtom = atom<CardMenuContent | null>(null);

export function toggleCardMenu(anchor: HTMLElement, items: readonly CardMenuItem[]): void {
  store.set(cardMenuAtom, (open) => (open?.anchor === anchor ? null : { anchor, items }));
}

export function closeCardMenu(): void {
  store.set(cardMenuAtom, null);
}
