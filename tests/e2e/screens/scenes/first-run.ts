/** The first run: a visitor opens the app and becomes a user with an empty account. */
import { TEXTS } from '#shared/base/spec.ts';
import { ADA, openedAddress, signIn } from '../../support/fixtures.ts';
import { card, goTo, link, uidOf } from '../acts.ts';
import { FEW, MANY } from '../sample-notes.ts';
import type { Scene } from '../scene.ts';
import { PLAIN, SCREEN, THEMES } from '../variants.ts';

export const FIRST_RUN: readonly Scene[] = [
  {
    name: 'sign-up',
    variants: SCREEN,
    show: ({ page }) => page.getByRole('button', { name: TEXTS.signIn }).waitFor(),
  },
  {
    name: 'sign-up waiting for the browser',
    variants: THEMES,
    async show({ app, page }) {
      await openedAddress(app.electron, () => page.getByRole('button', { name: TEXTS.signIn }).click());
      await page.getByText('Continue in your browser').waitFor();
    },
  },
  {
    name: 'notes loading',
    variants: THEMES,
    async show({ app, page, cloud }) {
      // The start of the next scene ends this delay.
      await cloud.controls.addFault({ rpc: 'Listen', kind: 'delay', ms: 600_000, times: 1 });
      await signIn(app, cloud, ADA);
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'notes empty',
    variants: PLAIN,
    show: ({ page }) => page.getByText(TEXTS.noNotes).waitFor(),
  },
  {
    name: 'archive empty',
    variants: THEMES,
    show: (stage) => goTo(stage, 'Archive', TEXTS.noArchived),
  },
  {
    name: 'trash empty',
    variants: THEMES,
    show: (stage) => goTo(stage, 'Trash', TEXTS.noDeleted),
  },
  {
    name: 'notes few',
    variants: PLAIN,
    async show(stage) {
      await link(stage, 'Notes').click();
      stage.write(uidOf(stage), FEW, 'few');
      await card(stage, 'Groceries').waitFor();
    },
  },
  {
    name: 'notes many',
    variants: SCREEN,
    async show(stage) {
      stage.write(uidOf(stage), MANY, 'many');
      await card(stage, 'Reading list').waitFor();
    },
  },
];
