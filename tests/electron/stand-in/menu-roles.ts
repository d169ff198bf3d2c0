/**
 * What a role gives to a menu's item: its label, keys, submenu and effect, as in `lib/browser/api/menu-item-roles.ts` of Electron.
 * On macOS the system does what most roles say, which is nothing here, as it is nothing to a call of `click()` there.
 */
import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { WebContents } from './web-contents.ts';

type Window = InstanceType<typeof BrowserWindow>;

export interface Role {
  readonly label: string;
  readonly accelerator?: string;
  /** Whether the window listens to the keys; a page takes those for editing by itself. */
  readonly registered?: boolean;
  readonly submenu?: readonly RoleItem[];
  readonly app?: () => void;
  readonly window?: (window: Window) => void;
  readonly page?: (page: WebContents) => void;
  /** Whether it acts by itself on macOS as well. */
  readonly everywhere?: boolean;
}
export interface RoleItem {
  readonly role?: string;
  readonly type?: string;
  readonly label?: string;
  readonly submenu?: readonly RoleItem[];
}

const mac = process.platform === 'darwin';
const separator: RoleItem = { type: 'separator' };
const items = (...roles: readonly string[]): RoleItem[] =>
  roles.map((role) => (role === '-' ? separator : { role }));

const ROLES: Readonly<Record<string, () => Role>> = {
  close: () => ({
    label: mac ? 'Close Window' : 'Close',
    accelerator: 'CommandOrControl+W',
    window: (window) => window.close(),
  }),
  copy: () => editing('Copy', 'CommandOrControl+C', (page) => page.copy()),
  cut: () => editing('Cut', 'CommandOrControl+X', (page) => page.cut()),
  delete: () => ({ label: 'Delete', page: (page) => page.delete() }),
  front: () => ({ label: 'Bring All to Front' }),
  hide: () => ({ label: `Hide ${app.name}`, accelerator: 'Command+H' }),
  hideothers: () => ({ label: 'Hide Others', accelerator: 'Command+Alt+H' }),
  minimize: () => ({
    label: 'Minimize',
    accelerator: 'CommandOrControl+M',
    window: (window) => void (window.minimizable && window.minimize()),
  }),
  paste: () => editing('Paste', 'CommandOrControl+V', (page) => page.paste()),
  pasteandmatchstyle: () =>
    editing('Paste and Match Style', mac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V', (page) =>
      page.pasteAndMatchStyle(),
    ),
  quit: () => ({
    label: mac ? `Quit ${app.name}` : 'Quit',
    accelerator: 'CommandOrControl+Q',
    app: () => app.quit(),
  }),
  redo: () => ({ label: 'Redo', accelerator: 'Shift+CommandOrControl+Z', page: (page) => page.redo() }),
  resetzoom: () => zoom('Actual Size', 'CommandOrControl+0', () => 0),
  zoomin: () => zoom('Zoom In', 'CommandOrControl+Plus', (level) => level + 0.5),
  zoomout: () => zoom('Zoom Out', 'CommandOrControl+-', (level) => level - 0.5),
  selectall: () => ({
    label: 'Select All',
    accelerator: 'CommandOrControl+A',
    page: (page) => page.selectAll(),
  }),
  services: () => ({ label: 'Services' }),
  showsubstitutions: () => ({ label: 'Show Substitutions' }),
  startspeaking: () => ({ label: 'Start Speaking' }),
  stopspeaking: () => ({ label: 'Stop Speaking' }),
  togglefullscreen: () => ({
    label: 'Toggle Full Screen',
    accelerator: mac ? 'Control+Command+F' : 'F11',
    window: (window) => window.setFullScreen(!window.isFullScreen()),
  }),
  togglesmartdashes: () => ({ label: 'Smart Dashes' }),
  togglesmartquotes: () => ({ label: 'Smart Quotes' }),
  toggletextreplacement: () => ({ label: 'Text Replacement' }),
  undo: () => ({ label: 'Undo', accelerator: 'CommandOrControl+Z', page: (page) => page.undo() }),
  unhide: () => ({ label: 'Show All' }),
  zoom: () => ({ label: 'Zoom' }),
  editmenu: () => ({
    label: 'Edit',
    submenu: [
      ...items('undo', 'redo', '-', 'cut', 'copy', 'paste'),
      ...(mac ? MAC_EDITING : items('delete', '-', 'selectAll')),
    ],
  }),
  windowmenu: () => ({
    label: 'Window',
    submenu: items('minimize', 'zoom', ...(mac ? ['-', 'front'] : ['close'])),
  }),
};

const MAC_EDITING: readonly RoleItem[] = [
  ...items('pasteAndMatchStyle', 'delete', 'selectAll', '-'),
  {
    label: 'Substitutions',
    submenu: items(
      'showSubstitutions',
      '-',
      'toggleSmartQuotes',
      'toggleSmartDashes',
      'toggleTextReplacement',
    ),
  },
  { label: 'Speech', submenu: items('startSpeaking', 'stopSpeaking') },
];

function editing(label: string, accelerator: string, page: (page: WebContents) => void): Role {
  return { label, accelerator, registered: false, page };
}

function zoom(label: string, accelerator: string, change: (level: number) => number): Role {
  const page = (contents: WebContents): void => contents.setZoomLevel(change(contents.getZoomLevel()));
  return { label, accelerator, everywhere: true, page };
}

/** Nothing for a role that the stand-in lacks. */
export function findRole(name: string): Role | undefined {
  return ROLES[name.toLowerCase()]?.();
}

/** Answers whether the role did what the item is for. */
export function actByRole(role: Role, window: Window | undefined, page: WebContents | undefined): boolean {
  if (mac && role.everywhere !== true) return false;
  if (role.app) role.app();
  else if (role.window && window) role.window(window);
  else if (role.page && page) role.page(page);
  else return false;
  return true;
}
