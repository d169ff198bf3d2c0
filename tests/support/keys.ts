/**
 * Keys as a user presses them. A page chooses its keys by the system that its user agent names
 * (`src/renderer/keyboard/shortcuts.ts`); `INKLING_PAGE_SYSTEM`, a name as in `process.platform`, gives the
 * pages of `tests/renderer/page` another system's user agent. The browser's own keys depend on the machine.
 */
const SYSTEMS: Readonly<Record<string, string>> = {
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
  win32: 'Windows NT 10.0; Win64; x64',
};

const imitated = process.env['INKLING_PAGE_SYSTEM'];

/** The system that the page sees, as in `process.platform`. */
export const PAGE_SYSTEM = imitated ?? process.platform;
const IS_PAGE_ON_MAC = PAGE_SYSTEM === 'darwin';

/** Options of a page's context that let it see `PAGE_SYSTEM`. */
export const PAGE_CONTEXT =
  imitated === undefined
    ? {}
    : {
        userAgent: `Mozilla/5.0 (${SYSTEMS[imitated]}) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36`,
      };

/**
 * Held with keys that the page itself handles. For the browser's, such as undo, Playwright has ControlOrMeta.
 */
export const COMMAND = IS_PAGE_ON_MAC ? 'Meta' : 'Control';
/** The name of that key in the page. */
export const COMMAND_NAME = IS_PAGE_ON_MAC ? '⌘' : 'Ctrl';
export const BACK = IS_PAGE_ON_MAC ? 'Meta+[' : 'Alt+ArrowLeft';
export const FORWARD = IS_PAGE_ON_MAC ? 'Meta+]' : 'Alt+ArrowRight';

const isMac = process.platform === 'darwin';
/** These move the caret in a field; on a Mac, Home and End only scroll. */
export const TO_START_OF_TEXT = isMac ? 'Meta+ArrowUp' : 'Control+Home';
export const TO_END_OF_TEXT = isMac ? 'Meta+ArrowDown' : 'Control+End';
export const TO_START_OF_LINE = isMac ? 'Meta+ArrowLeft' : 'Home';
