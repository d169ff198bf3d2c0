/**
 * `Menu` and `MenuItem`: built, found by id and clicked by tests; never drawn. Those that pop up are recorded (record.ts).
 *
 * Limits: accelerators do nothing. Of the roles, `quit` and `close` act.
 */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { record } from './record.ts';
import { strict, StrictEmitter } from './strict.ts';

type Click = (item: MenuItemClass, window: object | undefined, event: object) => void;
interface Template {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly icon?: unknown;
  readonly sublabel?: string;
  readonly toolTip?: string;
  readonly submenu?: readonly Template[] | MenuClass;
  readonly click?: Click;
}

let lastCommand = 0;

class MenuItemClass {
  readonly id: string | undefined;
  readonly commandId = ++lastCommand;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly icon: unknown;
  readonly submenu: MenuClass | undefined;
  readonly toolTip: string;
  label: string;
  sublabel: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  /** As when a person chose it. */
  click: () => void;

  constructor(options: Template) {
    const { submenu, click } = options;
    this.id = options.id;
    this.role = options.role;
    this.accelerator = options.accelerator;
    this.icon = options.icon;
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = submenu instanceof MenuClass ? submenu : submenu && MenuClass.buildFromTemplate(submenu);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.click = () => {
      const window = BrowserWindow.getFocusedWindow() ?? undefined;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.checked = true;
      if (click) click(this, window, {});
      else if (this.role === 'quit') app.quit();
      else if (this.role === 'close') window?.close();
    };
    // oxlint-disable-next-line no-constructor-return -- the proxy is the object
    return strict('MenuItem', this);
  }
}

class MenuClass extends StrictEmitter {
  readonly items: MenuItemClass[] = [];
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
  popup(): void {
    record.popups.push(this);
    this.emit('menu-will-show');
  }

  static buildFromTemplate(template: readonly (Template | MenuItemClass)[]): MenuClass {
    const menu = new MenuClass();
    for (const item of template) menu.append(item instanceof MenuItemClass ? item : new MenuItemClass(item));
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

export const Menu = strict('Menu', MenuClass);
export const MenuItem = strict('MenuItem', MenuItemClass);
