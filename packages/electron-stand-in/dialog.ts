/**
 * `dialog`: no dialog is shown. Every question counts as cancelled, and errors go to stderr. Tests replace
 * these functions. The options are checked as in `electron/electron/lib/browser/api/dialog.ts`. Limit:
 * filters and paths are not.
 */
import { BrowserWindow } from './browser-window.ts';
import { runtime } from './runtime.ts';
import { strictProxy } from './strict.ts';

type Options = Readonly<Record<string, unknown>>;

/** Electron's names for texts in its errors. */
const FILE_TEXTS = {
  title: 'Title',
  buttonLabel: 'Button label',
  defaultPath: 'Default path',
  message: 'Message',
};

/**
 * The options of a call with or without a window. @throws Error synchronously before the app is ready
 */
function optionsOf(args: readonly unknown[]): Options {
  if (!runtime.ready) throw new Error('dialog module can only be used after app is ready');
  const [first, second] = args;
  const options = first && !(first instanceof BrowserWindow) ? first : second;
  return (options ?? {}) as Options;
}

function requireTexts(options: Options, names: Readonly<Record<string, string>>): void {
  for (const [key, name] of Object.entries(names)) {
    const { [key]: value = '' } = options;
    if (typeof value !== 'string') throw new TypeError(`${name} must be a string`);
  }
}

function requireMessageBox(options: Options): asserts options is { buttons?: string[]; defaultId?: number } {
  const { type = 'none', buttons = [], noLink = false, checkboxChecked, checkboxLabel } = options;
  if (!['none', 'info', 'warning', 'error', 'question'].includes(String(type)))
    throw new TypeError('Invalid message box type');
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
  requireTexts(options, { title: 'Title' });
  if (typeof noLink !== 'boolean') throw new TypeError('noLink must be a boolean');
  requireTexts(options, { message: 'Message', detail: 'Detail', checkboxLabel: 'checkboxLabel' });
  if (Boolean(checkboxChecked) && !checkboxLabel)
    throw new Error('checkboxChecked requires that checkboxLabel also be passed');
}

/** The number of the button that cancels a question if the app names none. */
function defaultCancelId({ buttons = [], defaultId }: { buttons?: string[]; defaultId?: number }): number {
  const named = buttons.findIndex((button) => /^(?:cancel|no)$/i.test(button));
  if (named !== -1) return named;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}

export const dialog = strictProxy('dialog', {
  showMessageBox(...args: readonly unknown[]) {
    const options = optionsOf(args);
    requireMessageBox(options);
    const { cancelId, checkboxChecked } = options as Options;
    const response = typeof cancelId === 'number' ? cancelId : defaultCancelId(options);
    return Promise.resolve({ response, checkboxChecked: Boolean(checkboxChecked) });
  },
  showOpenDialog(...args: readonly unknown[]) {
    const options = optionsOf(args);
    const { properties = [] } = options;
    if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
    requireTexts(options, FILE_TEXTS);
    return Promise.resolve({ canceled: true, filePaths: [] as string[] });
  },
  showSaveDialog(...args: readonly unknown[]) {
    requireTexts(optionsOf(args), { ...FILE_TEXTS, nameFieldLabel: 'Name field label' });
    return Promise.resolve({ canceled: true, filePath: '' });
  },
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`),
});
