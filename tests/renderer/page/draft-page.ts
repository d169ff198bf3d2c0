/** For tests of drafts: a note with a draft, and the places that show drafts. */
import type { Page } from '@playwright/test';
import type { NoteContent } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';

export const NOTE = { id: 'a', title: 'Lease', text: 'keys' };
export const BASE: NoteContent = { title: 'Lease', text: 'keys' };
export const OURS: NoteContent = { title: 'Lease', text: 'ours' };
export const EDIT = { place: 'edit', id: 'a', content: OURS, base: BASE } as const;

export const box = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
export const dialogText = (page: Page) => page.getByRole('dialog').getByLabel(TEXTS.text);
export const drafts = (page: Page): Promise<unknown> => page.evaluate(() => window.fake.drafts());
