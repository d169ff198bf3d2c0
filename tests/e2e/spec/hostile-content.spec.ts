/**
 * Title and text are text (specification, section 3), whatever they contain: they are shown as text, and are
 * the same to the last character in the cloud and on another device.
 */
import { type NoteContent, type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { uidOf } from '../support/fixtures.ts';
import { ADA, addNote, expect, signIn, type SpecApp, test } from './support/app.ts';

const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script><b>&amp;</b>`;
const RIGHT_TO_LEFT = 'שלום \u202Eevil\u202C مرحبا \u2067x\u2069 \u200F!';
const LONG_WORD = `${'x'.repeat(99_999)}y`;
const EMOJI = '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 e\u0301 \u{10FFFF}';
const CONTROL = 'a\u0001\u0007\u0008\u001B[31mb\u007F\u0085\u2028\u2029\uFEFF\uFFFE\tz';
const NUL = 'before\0after\0';
const TYPED: readonly NoteContent[] = [
  { title: MARKUP, text: `${MARKUP}\n${MARKUP}` },
  { title: RIGHT_TO_LEFT, text: `${RIGHT_TO_LEFT}\n${RIGHT_TO_LEFT}` },
  { title: 'long word', text: LONG_WORD },
  { title: LONG_WORD, text: '' },
  { title: EMOJI, text: `${EMOJI}\n${EMOJI}` },
  { title: `control ${CONTROL}`, text: CONTROL },
  { title: `NUL ${NUL}`, text: NUL },
];
/** No field of a page can have a carriage return, so such notes come only from other clients. */
const FROM_AFAR: readonly NoteContent[] = [...TYPED, { title: 'returns', text: 'one\r\ntwo\rthree' }];

test('§3 hostile text: typed text is the same in the cloud and on another device', async ({
  app,
  device,
}) => {
  for (const { title, text } of TYPED) {
    await app.take().click();
    await app.title().fill(title);
    await app.take().fill(text);
    await app.clickAway();
    await expect(app.take()).toHaveValue('');
  }
  await expect(app.cards()).toHaveCount(TYPED.length);
  await app.waitUntilSynced();
  expect(contentsInCloud(app)).toEqual(TYPED);

  const secondDevice = await device();
  await signIn(secondDevice, app.cloud, ADA);
  await expect(secondDevice.page.getByText('All changes saved')).toBeVisible();
  for (const [index, doc] of app.cloud.controls.docs().entries()) {
    const note = await secondDevice.page.evaluate(
      (id) => window.inkling.request('notes:get', id),
      doc.id as NoteId,
    );
    expect(note).toMatchObject({ ok: true, value: TYPED[index] });
  }
  // When the title is changed on the other device, the text does not change.
  await secondDevice.page.reload();
  const card = secondDevice.page.getByRole('article').filter({ hasText: 'control' });
  await card.hover();
  await card.getByRole('button', { name: 'Edit' }).click();
  await secondDevice.page.getByRole('dialog').getByLabel('Title').fill('changed elsewhere');
  await secondDevice.page.getByRole('button', { name: 'Save' }).click();
  await expect(app.card('changed elsewhere')).toBeVisible();
  expect(contentsInCloud(app)).toContainEqual({ title: 'changed elsewhere', text: CONTROL });
});

test('§3 [C60] hostile text: text from the cloud is shown as text, not as markup', async ({ app }) => {
  const dialogs: string[] = [];
  app.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await app.seed({ title: MARKUP, text: MARKUP }, { title: 'right', text: RIGHT_TO_LEFT }, { title: EMOJI });
  await expect(app.cards()).toHaveCount(3);
  const markup = app.card('onerror');
  expect(await markup.getByRole('heading').textContent()).toBe(MARKUP);
  expect(await markup.locator('p').textContent()).toBe(MARKUP);
  await expect(markup.locator('img, script, b')).toHaveCount(0);
  expect(await app.card('right').locator('p').textContent()).toBe(RIGHT_TO_LEFT);
  await expect(app.card('👩‍👩‍👧‍👦')).toBeVisible();
  await app.search().fill('<script>');
  await expect(app.cards()).toHaveCount(1);
  await app.act('onerror', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue(MARKUP);
  await expect(app.dialog().getByLabel('Text')).toHaveValue(MARKUP);
  expect(await app.page.title()).not.toBe('run');
  expect(dialogs).toEqual([]);
});

test('§3 hostile text: text from the cloud goes back unchanged', async ({ app }) => {
  const ids = await app.seed(...FROM_AFAR.map((content) => ({ ...content })));
  await expect(app.cards().first()).toBeVisible();
  const uid = await uidOf(app.page);
  for (const [index, id] of ids.entries()) {
    expect(await app.request('notes:get', id as NoteId)).toMatchObject({ value: FROM_AFAR[index] });
    expect(
      await app.request('notes:change', uid, [{ ids: [id as NoteId], to: TRANSITIONS.archive }]),
    ).toMatchObject({
      ok: true,
      value: { reverse: [{ ids: [id] }], skipped: [] },
    });
  }
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject(
    FROM_AFAR.map((content) => ({ ...content, isArchived: true })),
  );
});

test('§3 hostile text: a word of 100,000 characters stays within its card', async ({ app }) => {
  await app.seed({ title: LONG_WORD, text: LONG_WORD }, { title: 'beside it' });
  await expect(app.cards()).toHaveCount(2);
  await expect(app.card('beside it')).toBeVisible();
  const main = await app.page.getByRole('main').evaluate((area) => [area.scrollWidth, area.clientWidth]);
  expect(main[0]).toBe(main[1]);
  const box = await app.card('xxxx').boundingBox();
  expect(box?.height).toBeLessThan(600);
  expect(box?.width).toBeLessThan(600);
});

test('§3 hostile text: a lone surrogate becomes U+FFFD once, at the first save', async ({ app }) => {
  await addNote(app.page, 'surrogates', 'to be replaced');
  await app.waitUntilSynced();
  const id = app.cloud.controls.docs()[0]?.id ?? '';
  app.cloud.controls.clearRequests();
  // Built inside the page, because UTF-8 cannot carry a lone surrogate to it.
  await app.page.evaluate(
    async ([uid, note]) => {
      const [high, low] = [String.fromCharCode(0xd83d), String.fromCharCode(0xdca9)];
      const text = `${high} ${low} ${high}${low}${low}`;
      const base = { title: 'surrogates', text: 'to be replaced' };
      await window.inkling.request('notes:edit', uid, note, { title: `surrogates ${high}`, text }, base);
    },
    [await uidOf(app.page), id as NoteId] as const,
  );
  const storedFields = { title: 'surrogates \uFFFD', text: '\uFFFD \uFFFD 💩\uFFFD' };
  await expect(app.card('surrogates \uFFFD')).toContainText(storedFields.text);
  expect(await app.request('notes:get', id as NoteId)).toMatchObject({ value: storedFields });
  expect(await app.stored(id)).toMatchObject(storedFields);
  await app.page.reload();
  await expect(app.card('surrogates \uFFFD')).toContainText(storedFields.text);
  await app.waitUntilSynced();
  expect(app.cloud.controls.requests().filter(({ rpc }) => rpc === 'Commit')).toHaveLength(1);
});

function contentsInCloud(app: SpecApp): unknown[] {
  return app.cloud.controls.docs().map(({ fields }) => ({ title: fields['title'], text: fields['text'] }));
}
