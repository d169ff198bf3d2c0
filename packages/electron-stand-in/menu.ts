/**
 * `Menu` and `MenuItem`: menus are never drawn; tests find their items by id and click them. Menus that the
 * app opens with `popup` are recorded (system.ts). Keys that a page does not handle choose an item of the
 * application's menu, as in Electron's windows on Linux and Windows.
 *
 * Limits: only the roles of menu-roles.ts; `before`, `after` and badges are not built.
 */
import { acceleratorName, parseAccelerator } from './accelerator.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { performRole, findRole, type Role } from './menu-roles.ts';
import { runtime } from './runtime.ts';
import { notBuiltError, strictProxy, StrictEmitter } from './strict.ts';
import { system } from './system.ts';
import type { WebContents } from './web-contents.ts';

type Window = InstanceType<typeof BrowserWindow>;
type Click = (item: MenuItemClass, window: object | undefined, event: object) => void;
interface Template {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly icon?: unknown;
  readonly sublabel?: string;
  readonly toolTip?: string;
  readonly submenu?: readonly Template[] | MenuClass;
  readonly click?: Click;
}

const TYPES = new Set(['normal', 'separator', 'submenu', 'checkbox']);
/** Types that Electron has, too. */
const UNSUPPORTED_TYPES = new Set(['radio', 'header', 'palette']);
/** Roles whose keys Chromium handles in the page even if no listener of the page does. */
const HANDLED_BY_CHROMIUM = new Set(['undo', 'redo', 'selectall']);
const UNSUPPORTED = [
  'before',
  'after',
  'beforeGroupContaining',
  'afterGroupContaining',
  'badge',
  'sharingItem',
];

let lastCommand = 0;

function roleOf(name: string | undefined): Role | undefined {
  if (name === undefined) return undefined;
  const role = findRole(name);
  if (!role) throw notBuiltError(`the menu role “${name}”`);
  return role;
}

class MenuItemClass {
  readonly id: string | undefined;
  readonly commandId = ++lastCommand;
  /** In lower case, even if the template has capitals. */
  readonly role: string | null;
  readonly type: string;
  readonly accelerator: string | null;
  readonly registerAccelerator: boolean;
  readonly icon: unknown;
  readonly submenu: MenuClass | null;
  readonly toolTip: string;
  label: string;
  sublabel: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  /** Called when the user chooses the item. `window` and `page` are the focused ones. */
  click: (event?: object, window?: Window, page?: WebContents) => void;

  constructor(options: Template) {
    const missing = UNSUPPORTED.find((key) => key in options);
    if (missing !== undefined) throw notBuiltError(`MenuItem.${missing}`);
    const role = roleOf(options.role);
    const submenu = options.submenu ?? role?.submenu;
    this.id = options.id;
    // As in Electron, missing properties are null.
    this.role = options.role?.toLowerCase() ?? null;
    this.accelerator = options.accelerator ?? role?.accelerator ?? null;
    this.registerAccelerator = options.registerAccelerator ?? role?.registerAccelerator ?? true;
    this.icon = options.icon ?? null;
    this.label = options.label ?? role?.label ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu =
      submenu instanceof MenuClass || submenu === undefined
        ? (submenu ?? null)
        : MenuClass.buildFromTemplate(submenu);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    if (this.type === 'submenu' && !this.submenu) throw new Error('Invalid submenu');
    if (UNSUPPORTED_TYPES.has(this.type)) throw notBuiltError(`the menu item type “${this.type}”`);
    if (!TYPES.has(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    this.click = (event = {}, window, page) => {
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (role && performRole(role, window, page)) return;
      options.click?.(this, window, event);
    };
    // oxlint-disable-next-line no-constructor-return -- the proxy is the object
    return strictProxy('MenuItem', this);
  }
}

class MenuClass extends StrictEmitter {
  readonly items: MenuItemClass[] = [];
  /** The options of the last call of `popup`, for tests. */
  popupOptions: unknown;
  static #application: MenuClass | null = null;

  constructor() {
    super('Menu');
  }
  append(item: MenuItemClass): void {
    this.items.push(item);
  }
  getMenuItemById(id: string): MenuItemClass | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(options: { readonly window?: Window } = {}): void {
    if (options === null || typeof options !== 'object') throw new TypeError('Options must be an object');
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) throw new Error('Cannot open Menu without a BaseWindow present');
    this.popupOptions = options;
    system.popups.push(this);
    this.emit('menu-will-show', {});
  }

  static buildFromTemplate(template: readonly (Template | MenuItemClass)[]): MenuClass {
    if (!Array.isArray(template)) {
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    }
    if (!template.every(isTemplateItem)) {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    }
    const menu = new MenuClass();
    for (const item of withoutNeedlessSeparators(template)) {
      menu.append(item instanceof MenuItemClass ? item : new MenuItemClass(item));
    }
    return menu;
  }
  static setApplicationMenu(menu: MenuClass | null): void {
    MenuClass.#application = menu;
    app.applicationMenu = menu;
  }
  static getApplicationMenu(): MenuClass | null {
    return MenuClass.#application;
  }
}

function isTemplateItem(item: unknown): item is Template | MenuItemClass {
  if (typeof item !== 'object' || item === null) return false;
  return (
    Object.hasOwn(item, 'label') ||
    Object.hasOwn(item, 'role') ||
    ('type' in item && item.type === 'separator')
  );
}

/**
 * Like Electron (`electron/electron/lib/browser/api/menu-utils.ts`), splits the items at their separators and
 * joins the groups with the first separators, as many as are needed. So no separator remains at either end or
 * beside another one; hidden ones count as well.
 */
function withoutNeedlessSeparators<Item extends Template | MenuItemClass>(items: readonly Item[]): Item[] {
  const separators = items.filter(({ type }) => type === 'separator');
  return items.flatMap((item, at) => {
    if (item.type === 'separator') return [];
    const beginsGroup = at > 0 && items[at - 1]?.type === 'separator';
    const isFirstGroup = items.slice(0, at).every(({ type }) => type === 'separator');
    const between = beginsGroup && !isFirstGroup ? separators.splice(0, 1) : [];
    return [...between, item];
  });
}

function* itemsOf(menu: MenuClass): Generator<MenuItemClass> {
  for (const item of menu.items) {
    yield item;
    if (item.submenu) yield* itemsOf(item.submenu);
  }
}

runtime.onKeys = (keys, windowId) => {
  const menu = MenuClass.getApplicationMenu();
  const window = BrowserWindow.fromId(windowId);
  const pressed = parseAccelerator(keys);
  if (!menu || !window || !pressed) return;
  const name = acceleratorName(pressed);
  const hasTheseKeys = ({ accelerator, registerAccelerator, role }: MenuItemClass): boolean => {
    if (role !== null && HANDLED_BY_CHROMIUM.has(role)) return false;
    const parsed = registerAccelerator && accelerator !== null ? parseAccelerator(accelerator) : undefined;
    return parsed !== undefined && acceleratorName(parsed) === name;
  };
  // If several items have these keys, the last one counts, and nothing happens if that one is disabled.
  const item = [...itemsOf(menu)].findLast(hasTheseKeys);
  if (item?.enabled === true) item.click({ triggeredByAccelerator: true }, window, window.webContents);
};

export const Menu = strictProxy('Menu', MenuClass);
export const MenuItem = strictProxy('MenuItem', MenuItemClass);
