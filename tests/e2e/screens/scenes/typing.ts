/** Typing: the creation box, the edit dialog, and the messages when they close. */
import type { NoteId } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { addNote, expect, uidOf } from '../../support/fixtures.ts';
import { card, pressCardButton, toast } from '../acts.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { FORCED, OVERLAY, PLAIN, THEMES, WIDE } from '../variants.ts';

/** Opens a note with words that survived a crash. */
async function leaveDraft(stage: Stage): Promise<void> {
  const { page } = stage;
  await card(stage, 'Talk in Lisbon').click();
  await page.getByRole('dialog').getByLabel(TEXTS.text).fill('Slides by Friday');
  await expect
    .poll(() => page.evaluate(() => window.inkling.request('drafts:list', 'main')))
    .toMatchObject({ value: [{ place: 'edit' }] });
  await page.reload();
  await page.getByText('Unsaved words from earlier').waitFor();
}

export const TYPING: readonly Scene[] = [
  {
    name: 'creation box open',
    variants: OVERLAY,
    async show({ page }) {
      await page.getByPlaceholder(TEXTS.takeANote).click();
      await page.getByPlaceholder(TEXTS.title).waitFor();
    },
  },
  {
    name: 'creation box filled',
    variants: THEMES,
    async show({ page }) {
      await page.getByPlaceholder(TEXTS.takeANote).click();
      await page.getByPlaceholder(TEXTS.title).fill('Garden');
      await page.getByPlaceholder(TEXTS.takeANote).fill('Prune the roses\nAsk Ines about the fig tree');
    },
  },
  {
    name: 'creation box with marks',
    variants: OVERLAY,
    async show({ page }) {
      const press = (name: string) =>
        page.locator('[data-creation-box]').getByRole('button', { name }).click();
      await page.getByPlaceholder(TEXTS.takeANote).fill('Prune the roses\nAsk Ines about the fig tree');
      await press('Pin');
      await press('Colour');
      await page.getByRole('radio', { name: 'Green' }).click();
      await press('Labels');
      for (const label of ['Garden', 'Before the frost']) {
        await page.keyboard.type(label);
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'creation box after a crash',
    variants: THEMES,
    async show({ page }) {
      const content = { title: 'Garden', text: 'Prune the roses\nAsk Ines about the' };
      await page.evaluate(
        ([uid, typed]) => window.inkling.request('drafts:keep', uid, { place: 'new', content: typed }),
        [await uidOf(page), content] as const,
      );
      await page.reload();
      await expect(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue(content.text);
    },
  },
  {
    name: 'edit dialog',
    variants: PLAIN,
    async show(stage) {
      await pressCardButton(stage, 'Talk in Lisbon', 'Edit');
      await stage.page.getByRole('dialog').getByLabel(TEXTS.title).waitFor();
    },
  },
  {
    name: 'edit dialog with a long note',
    variants: OVERLAY,
    async show(stage) {
      await card(stage, 'The keeper’s log').click();
      await stage.page.getByRole('dialog').getByLabel(TEXTS.title).waitFor();
    },
  },
  {
    name: 'edit dialog with a draft',
    variants: PLAIN,
    show: leaveDraft,
  },
  {
    name: 'card with unsaved words',
    variants: [...PLAIN, ...FORCED, ...WIDE],
    async show(stage) {
      await leaveDraft(stage);
      await stage.page.keyboard.press('Escape');
      await card(stage, 'Talk in Lisbon').getByText('Unsaved words').waitFor();
    },
  },
  {
    name: 'earlier versions',
    variants: [...OVERLAY, ...WIDE],
    async show(stage) {
      const { page } = stage;
      await pressCardButton(stage, 'Talk in Lisbon', 'Edit');
      await page
        .getByRole('dialog')
        .getByLabel(TEXTS.text)
        .fill('Slides by Friday, and the clip of the lighthouse\nAsk Ines for the map');
      await page.getByRole('dialog').getByRole('button', { name: TEXTS.save }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await pressCardButton(stage, 'Talk in Lisbon', 'Edit');
      await page.getByRole('dialog').getByLabel(TEXTS.text).fill('Slides by Friday, the clip, and a map');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await pressCardButton(stage, 'Talk in Lisbon', 'Edit');
      await page.getByRole('button', { name: 'Earlier versions' }).click();
      await expect(page.getByRole('tabpanel').locator('ins').first()).toBeVisible();
    },
  },
  {
    name: 'toast with undo',
    variants: [...PLAIN, ...FORCED],
    async show(stage) {
      await pressCardButton(stage, 'plumber', 'Archive');
      await toast(stage);
    },
  },
  {
    name: 'toast after an undo',
    variants: [...PLAIN, ...WIDE],
    async show(stage) {
      const { page } = stage;
      await card(stage, 'Groceries').focus();
      await page.keyboard.press('t');
      await page.getByRole('radio', { name: 'Green' }).click();
      await toast(stage);
      await page.keyboard.press(`${COMMAND}+z`);
      await page.locator('.fui-ToastTitle', { hasText: 'Colour change undone' }).waitFor();
      // The toast stays until its pictures are taken.
      await page.evaluate(() => void window.dispatchEvent(new Event('blur')));
      await expect(page.locator('.fui-ToastContainer')).toHaveCount(1);
      await expect(page.locator('.fui-ToastContainer')).toHaveCSS('opacity', '1');
    },
  },
  {
    name: 'toast after discarded changes',
    variants: THEMES,
    async show(stage) {
      await card(stage, 'Groceries').click();
      await stage.page.getByRole('dialog').getByLabel(TEXTS.text).fill('Milk and honey');
      await stage.page.keyboard.press('Escape');
      await toast(stage);
    },
  },
  {
    name: 'conflict copy that sync has made',
    variants: [...PLAIN, ...FORCED, ...WIDE],
    async show(stage) {
      const { page, cloud } = stage;
      await addNote(page, 'House keys', 'The keys are with Ines.');
      const stored = () => cloud.controls.docs().find(({ fields }) => fields['title'] === 'House keys');
      await expect.poll(stored).toBeDefined();
      const doc = stored();
      if (doc === undefined) throw new Error('The cloud has no note');
      await cloud.controls.addFault({ rpc: '*', kind: 'down' });
      await card(stage, 'with Ines').click();
      await page.getByRole('dialog').getByLabel(TEXTS.text).fill('The keys are with Ada.');
      await page.getByRole('dialog').getByRole('button', { name: TEXTS.save }).click();
      // The edit is stored before Ben's words come, so that sync meets the conflict and not the sheet.
      await card(stage, 'with Ada').waitFor();
      cloud.controls.putDoc(doc.id, { ...doc.fields, text: 'The keys are with Ben.' });
      await cloud.controls.clearFaults();
      await page.getByText('“House keys” changed here and on another device').first().waitFor();
      await page.getByText('All changes saved').waitFor();
    },
  },
  {
    name: 'conflict copy compared',
    variants: [...OVERLAY, ...WIDE],
    async show(stage) {
      const { page } = stage;
      const id = await card(stage, 'Talk in Lisbon').getAttribute('data-note-id');
      const theirs = 'Open with the lighthouse\nSlides by Friday\nAsk Ines for the map';
      await card(stage, 'Talk in Lisbon').click();
      await page.getByRole('dialog').getByLabel(TEXTS.text).fill(theirs);
      await page.getByRole('dialog').getByRole('button', { name: TEXTS.save }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const [title, text] = [
        'Talk in Porto',
        'Open with the lighthouse\nSlides by Monday, says Ada\nAsk Ines for the map\nBring a pointer',
      ];
      await page.evaluate(
        // The note never had the text of this base, so the two edits have no known base and cannot be merged.
        ([uid, note, content, base]) => window.inkling.request('notes:edit', uid, note, content, base),
        [await uidOf(page), id as NoteId, { title, text }, { title, text: 'else' }] as const,
      );
      await card(stage, 'says Ada').getByRole('button', { name: 'Conflict copy' }).click();
      await page.getByRole('dialog', { name: 'Compare both versions' }).locator('ins').first().waitFor();
    },
  },
];
