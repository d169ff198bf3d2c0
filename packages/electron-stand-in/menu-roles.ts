/**
 * What a role adds to a menu item: label, keys, submenu and effect, as in Electron's
 * `electron/electron/lib/browser/api/menu-item-roles.ts`. On macOS the system carries out most roles. They
 * have no effect here, just as `click()` has none in Electron on macOS.
 */
import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { WebContents } from './web-contents.ts';

type Window = InstanceType<typeof BrowserWindow>;

export interface Role {
  readonly label: string;
  readonly accelerator?: string;
  /**
   * False if the window does not listen to the keys, because the page itself handles those for editing.
   */
  readonly registerAccelerator?: boolean;
  readonly submenu?: readonly RoleItem[];
  readonly app?: () => void;
  readonly window?: (window: Window) => void;
  readonly page?: (page: WebContents) => void;
  /** Whether `click()` has an effect on macOS as well. */
  readonly worksOnMac?: boolean;
}
export interface RoleItem {
  readonly role?: string;
  readonly type?: string;
  readonly label?: string;
  readonly submenu?: readonly RoleItem[];
}

const isMac = process.platform === 'darwin';
const separator: RoleItem = { type: 'separator' };
const roleItems = (...roles: readonly string[]): RoleItem[] =>
  roles.map((role) => (role === '-' ? separator : { role }));

const ROLES: Readonly<Record<string, () => Role>> = {
  close: () => ({
    label: isMac ? 'Close Window' : 'Close',
    accelerator: 'CommandOrControl+W',
    window: (window) => window.close(),
  }),
  copy: () => editingRole('Copy', 'CommandOrControl+C', (page) => page.copy()),
  cut: () => editingRole('Cut', 'CommandOrControl+X', (page) => page.cut()),
  delete: () => ({ label: 'Delete', page: (page) => page.delete() }),
  front: () => ({ label: 'Bring All to Front' }),
  hide: () => ({ label: `Hide ${app.name}`, accelerator: 'Command+H' }),
  hideothers: () => ({ label: 'Hide Others', accelerator: 'Command+Alt+H' }),
  minimize: () => ({
    label: 'Minimize',
    accelerator: 'CommandOrControl+M',
    window: (window) => void (window.minimizable && window.minimize()),
  }),
  paste: () => editingRole('Paste', 'CommandOrControl+V', (page) => page.paste()),
  pasteandmatchstyle: () =>
    editingRole('Paste and Match Style', isMac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V', (page) =>
      page.pasteAndMatchStyle(),
    ),
  quit: () => ({
    label: isMac ? `Quit ${app.name}` : 'Quit',
    accelerator: 'CommandOrControl+Q',
    app: () => app.quit(),
  }),
  redo: () => ({ label: 'Redo', accelerator: 'Shift+CommandOrControl+Z', page: (page) => page.redo() }),
  resetzoom: () => zoomRole('Actual Size', 'CommandOrControl+0', () => 0),
  zoomin: () => zoomRole('Zoom In', 'CommandOrControl+Plus', (level) => level + 0.5),
  zoomout: () => zoomRole('Zoom Out', 'CommandOrControl+-', (level) => level - 0.5),
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
    accelerator: isMac ? 'Control+Command+F' : 'F11',
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
      ...roleItems('undo', 'redo', '-', 'cut', 'copy', 'paste'),
      ...(isMac ? MAC_EDITING : roleItems('delete', '-', 'selectAll')),
    ],
  }),
  windowmenu: () => ({
    label: 'Window',
    submenu: roleItems('minimize', 'zoom', ...(isMac ? ['-', 'front'] : ['close'])),
  }),
};

const MAC_EDITING: readonly RoleItem[] = [
  ...roleItems('pasteAndMatchStyle', 'delete', 'selectAll', '-'),
  {
    label: 'Substitutions',
    submenu: roleItems(
      'showSubstitutions',
      '-',
      'toggleSmartQuotes',
      'toggleSmartDashes',
      'toggleTextReplacement',
    ),
  },
  { label: 'Speech', submenu: roleItems('startSpeaking', 'stopSpeaking') },
];

function editingRole(label: string, accelerator: string, page: (page: WebContents) => void): Role {
  return { label, accelerator, registerAccelerator: false, page };
}

function zoomRole(label: string, accelerator: string, change: (level: number) => number): Role {
  const page = (contents: WebContents): void => contents.setZoomLevel(change(contents.getZoomLevel()));
  return { label, accelerator, worksOnMac: true, page };
}

/** @returns undefined for a role that the stand-in lacks */
export function findRole(name: string): Role | undefined {
  return ROLES[name.toLowerCase()]?.();
}

/** @returns whether the role had an effect; if not, the item's own `click` is called */
export function performRole(role: Role, window: Window | undefined, page: WebContents | undefined): boolean {
  if (isMac && role.worksOnMac !== true) return false;
  if (role.app) role.app();
  else if (role.window && window) role.window(window);
  else if (role.page && page) role.page(page);
  else return false;
  return true;
}
