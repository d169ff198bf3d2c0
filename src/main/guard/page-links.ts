/**
 * Opens addresses for pages. A page under foreign control could send words away in them, or fill the screen
 * with browser windows. Each address therefore needs the user: a click or key that opens it, or else an
 * answer in a system dialog. The dialog also appears when a screen reader follows a link without either.
 */
import { confirm } from '../system/confirm.ts';
import type { Gestures } from './gestures.ts';
import { linkOf, openLink } from '../links/open-outside.ts';
import { createRateLimit, tooOften } from './rate-limit.ts';

const MOST_IN_MINUTE = 20;
const MOST_SHOWN = 300;

/**
 * @returns a function that opens an address unless the user declines. It throws AppError `invalid-argument`
 *   like `openLink`, and `too-often` for more than 20 addresses in a minute or while a dialog is open.
 */
export function createPageLinks(gestures: Gestures, now: () => number): (address: string) => Promise<void> {
  const limit = createRateLimit(MOST_IN_MINUTE, now);
  let asking = false;

  async function isWanted(address: string): Promise<boolean> {
    asking = true;
    try {
      return await confirm({
        message: 'Open this link?',
        detail: address.length > MOST_SHOWN ? `${address.slice(0, MOST_SHOWN)}…` : address,
        yes: 'Open',
      });
    } finally {
      asking = false;
    }
  }

  return async (address) => {
    const { href } = linkOf(address);
    if (asking) throw tooOften();
    limit();
    if (gestures.use() || (await isWanted(href))) await openLink(href);
  };
}
