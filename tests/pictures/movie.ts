/** A short moving picture, made of screenshots of a page. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Letters in each frame: as fast as a user types, with fewer frames. */
const LETTERS_AT_ONCE = 3;
const LETTERS_MS = 150;

export interface Movie {
  /** Adds the current page for this long. */
  show(ms: number): Promise<void>;
  /** Types into the field with the focus. */
  type(words: string): Promise<void>;
  /** @param file an animated WebP, which repeats */
  save(file: string): Promise<void>;
}

export function recordMovie(page: Page): Movie {
  const frames: { readonly picture: Buffer; readonly ms: number }[] = [];

  async function show(ms: number): Promise<void> {
    frames.push({ picture: await page.screenshot({ caret: 'initial' }), ms });
  }

  return {
    show,
    async type(words) {
      for (let from = 0; from < words.length; from += LETTERS_AT_ONCE) {
        await page.keyboard.type(words.slice(from, from + LETTERS_AT_ONCE));
        await show(LETTERS_MS);
      }
    },
    async save(file) {
      await sharp(
        frames.map(({ picture }) => picture),
        { join: { animated: true } },
      )
        .webp({ nearLossless: true, effort: 6, delay: frames.map(({ ms }) => ms), loop: 0 })
        .toFile(file);
    },
  };
}
