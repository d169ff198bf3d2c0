import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { openStage, see } from './open-page.ts';

/** Records all polite announcements from now on, because each leaves the page after half a second. */
async function listenToAnnouncements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live=polite]') ?? element?.querySelector('[aria-live=polite]');
        said.push(region?.textContent ?? '');
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => String(Reflect.get(window, 'said')));
}

const stage = openStage();

describe('motion', () => {
  test('nothing on the page is animated if the system asks for reduced motion', async () => {
    const { page } = await stage.open({ notes: [{ title: 'One' }] }, { reducedMotion: 'reduce' });
    await see(page.getByRole('article')).toHaveCount(1);
    const { width, left, moving } = await page
      .getByRole('button', { name: 'Main menu' })
      .evaluate(async (button: HTMLElement) => {
        button.click();
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        return {
          width: document.querySelector('nav')?.getBoundingClientRect().width,
          left: document.querySelector('main')?.getBoundingClientRect().left,
          moving: document.getAnimations().length,
        };
      });
    expect({ width, left, moving }).toEqual({
      width: SPEC.drawerCollapsedWidth,
      left: SPEC.drawerCollapsedWidth,
      moving: 0,
    });
    const transitions = await page.evaluate(() =>
      [...document.querySelectorAll('*')].filter((element) =>
        getComputedStyle(element)
          .transitionDuration.split(', ')
          .some((time) => time !== '0s'),
      ),
    );
    expect(transitions).toEqual([]);
  });

  /** Records all transitions that begin from now on. @returns a function that lists them */
  async function recordTransitions(page: Page): Promise<() => Promise<string[]>> {
    await page.evaluate(() => {
      const begun: string[] = [];
      Object.assign(window, { begun });
      document.addEventListener('transitionrun', ({ propertyName, target }) => {
        if (target instanceof HTMLElement) begun.push(`${propertyName} of ${target.tagName}`);
      });
    });
    return () => page.evaluate(() => Reflect.get(window, 'begun') as string[]);
  }

  test('cards glide to their places when the list changes, and no animation needs repainting', async () => {
    const notes = ['One', 'Two', 'Three'].map((title) => ({ title }));
    const { page } = await stage.open({ notes }, { reducedMotion: 'no-preference' });
    await see(page.getByRole('article')).toHaveCount(3);
    const begun = await recordTransitions(page);
    await page.keyboard.press(`${COMMAND}+n`);
    await page.keyboard.type('Four');
    await page.keyboard.press('Escape');
    await see(page.getByRole('article')).toHaveCount(4);
    await see.poll(begun).toContain('transform of DIV');
    const painted = (await begun()).filter((one) => !/^(opacity|visibility|transform) of/.test(one));
    expect(painted).toEqual([]);
  });

  test('cards scrolled along with the page are not animated when a note arrives', async () => {
    const { page } = await stage.open({ generated: 200 }, { reducedMotion: 'no-preference' });
    await see(page.getByRole('article').first()).toBeVisible();
    // Scrolls the cards' scrollable ancestor.
    await page.getByRole('feed').evaluate((feed) => {
      let element: Element | null = feed;
      while (element !== null && element.scrollHeight <= element.clientHeight)
        element = element.parentElement;
      element?.scrollTo({ top: 3_000 });
    });
    await see(page.locator('[aria-posinset="1"]')).toHaveCount(0);
    // Both from the same card: the list may still be rendering, and the ninth card change.
    const [id, place] = await page
      .getByRole('article')
      .nth(8)
      .evaluate((card) => [card.getAttribute('data-note-id'), card.getAttribute('aria-posinset')] as const);
    const begun = await recordTransitions(page);
    await page.evaluate(() =>
      window.inkling.request('notes:add', 'u1' as Uid, { title: 'New', text: '' }, null),
    );
    const after = page.locator(`[data-note-id="${id}"]`);
    await see(after).toHaveAttribute('aria-posinset', String(Number(place) + 1));
    // `transitionrun` is emitted in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect((await begun()).filter((one) => one.startsWith('transform'))).toEqual([]);
  });

  test('cards are animated when a note arrives, but not when another query changes the hits', async () => {
    const notes = ['Bread', 'Soup', 'Black bread'].map((title) => ({ title }));
    const { page } = await stage.open({ notes }, { reducedMotion: 'no-preference' });
    const cards = page.getByRole('article');
    await see(cards).toHaveCount(3);
    await page.evaluate(() => {
      const feed = document.querySelector('[role=feed]');
      const look = (): void => {
        const { dataset } = document.documentElement;
        if ((feed?.getAnimations({ subtree: true }).length ?? 0) > 0) dataset['moved'] = 'yes';
        requestAnimationFrame(look);
      };
      look();
    });
    const moved = page.locator('html[data-moved]');
    await page.getByPlaceholder(TEXTS.search).fill('bread');
    await see(cards).toHaveCount(2);
    await page.getByPlaceholder(TEXTS.search).fill('');
    await see(cards).toHaveCount(3);
    await see(moved).toHaveCount(0);
    await page.evaluate(() =>
      window.inkling.request('notes:add', 'u1' as Uid, { title: 'New', text: '' }, null),
    );
    await see(cards).toHaveCount(4);
    await see(moved).toHaveCount(1);
  });

  test('the notes beside the drawer move by a transform alone, and are laid out once', async () => {
    const { page } = await stage.open({ notes: [{ title: 'One' }] }, { reducedMotion: 'no-preference' });
    await see(page.getByRole('article')).toHaveCount(1);
    const main = page.getByRole('main');
    const { margin, animated } = await main.evaluate(async (element) => {
      document.querySelector<HTMLElement>('[aria-controls=drawer]')?.click();
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      const properties = element
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap((frame) => Object.keys(frame))
        .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name));
      return { margin: getComputedStyle(element).marginLeft, animated: [...new Set(properties)] };
    });
    expect({ margin, animated }).toEqual({
      margin: `${SPEC.drawerCollapsedWidth}px`,
      animated: ['transform'],
    });
  });
});

describe('announcements to a screen reader', () => {
  test('a screen reader announces the number of found notes once they are counted', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Butter' }, { title: 'Jam' }], counting: true });
    const status = page.getByRole('main').getByRole('status');
    await page.getByPlaceholder(TEXTS.search).fill('butter');
    const card = page.getByRole('article');
    await see(card).toHaveCount(1);
    await see(card).toHaveAttribute('aria-setsize', '-1');
    await see(status).toHaveText('');
    await page.evaluate(() => window.fake.endCounting());
    await see(status).toHaveText('1 note found');
    await see(card).toHaveAttribute('aria-setsize', '1');
  });

  test('a screen reader announces the number of found notes, and toasts', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Butter' }, { title: 'Bread and butter' }] });
    const status = page.getByRole('main').getByRole('status');
    await see(status).toHaveText('');
    await page.getByPlaceholder(TEXTS.search).fill('butter');
    await see(status).toHaveText('2 notes found');
    await page.getByPlaceholder(TEXTS.search).fill('bread');
    await see(status).toHaveText('1 note found');
    await page.getByPlaceholder(TEXTS.search).fill('zebra');
    await see(status).toHaveText('No notes found');
    await page.getByPlaceholder(TEXTS.search).fill('bread');
    await page.getByRole('article').hover();
    const said = await listenToAnnouncements(page);
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect.poll(said).toContain('Note archived');
  });

  test('each screen has the name of its list as its heading', async () => {
    const { page } = await stage.open();
    for (const name of ['Archive', 'Trash', 'Notes']) {
      await page.getByRole('link', { name, exact: true }).click();
      await see(page.getByRole('heading', { level: 1 })).toHaveText(name);
    }
  });
});

test.each(['#/', '#/archive', '#/trash'])(
  'notes that cannot be read say why on %s, and under Details their file, without a spinner or a list',
  async (hash) => {
    const { page } = await stage.open(
      {
        sync: { phase: 'off', pending: 0, refused: 0, loaded: false },
        failing: [['notes:view', 'store-newer', 'notes-newer']],
      },
      { hash },
    );
    await see(page.getByText('Notes could not be read')).toBeVisible();
    await see(page.getByText(REASONS['notes-newer'])).toBeVisible();
    const file = page.getByText('/home/ada/.config/Inkling/accounts/9c1185a5/notes.sqlite');
    await see(file).toHaveCount(0);
    await page.getByRole('button', { name: 'Details' }).click();
    await see(file).toBeVisible();
    await see(page.getByRole('progressbar')).toHaveCount(0);
    await see(page.getByRole('article')).toHaveCount(0);
  },
);

test('a restored network starts a sync at once', async () => {
  const { page } = await stage.open({ notes: [{ title: 'One' }] });
  await see(page.getByRole('article')).toHaveCount(1);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await see
    .poll(() => page.evaluate(() => window.fake.requests.filter((one) => one.channel === 'sync:now').length))
    .toBe(1);
});

describe('the account', () => {
  const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const signedIn = (picture: string | null) => ({
    status: 'signed-in' as const,
    expired: false,
    signingIn: false,
    user: { uid: 'u1' as never, email: 'ada@example.org', name: 'Ada Marlowe', picture },
  });

  test.each([
    ['the account’s picture', DOT, 1],
    ['initials if the account has no picture', null, 0],
    ['initials if the picture cannot be loaded', 'data:image/gif;base64,AAAA', 0],
  ])('the profile button shows %s', async (_name, picture, pictures) => {
    const { page } = await stage.open({ session: signedIn(picture) });
    const profile = page.getByRole('button', { name: 'Profile' });
    await see(profile.locator('img:visible')).toHaveCount(pictures);
    // The initials are behind the picture while it loads.
    await see(profile.locator('[data-initials=AM]')).toHaveCount(1);
  });
});
