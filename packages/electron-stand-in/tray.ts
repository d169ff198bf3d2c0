/**
 * `Tray`: recorded (system.ts), never shown. Tests emit `click` and click items of its menu. As in Electron,
 * the path of a missing image is an error, but an empty image is not: its icon is invisible.
 */
import { toImage } from './native-image.ts';
import { runtime } from './runtime.ts';
import { markDestroyed, strictProxy, StrictEmitter } from './strict.ts';
import { system } from './system.ts';

class TrayClass extends StrictEmitter {
  #destroyed = false;
  #toolTip = '';
  /** The latest image and menu, for tests. */
  readonly shown: { image: unknown; menu: unknown };

  constructor(image: unknown) {
    super('Tray');
    if (!runtime.ready) throw new Error('Cannot create Tray before app is ready');
    this.shown = { image: toImage(image), menu: null };
    system.trays.add(this);
  }
  setImage(image: unknown): void {
    this.shown.image = toImage(image);
  }
  setToolTip(toolTip: string): void {
    this.#toolTip = toolTip;
  }
  getToolTip(): string {
    return this.#toolTip;
  }
  setContextMenu(menu: unknown): void {
    this.shown.menu = menu;
  }
  getBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
  destroy(): void {
    this.#destroyed = true;
    system.trays.delete(this);
    markDestroyed(this);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

export const Tray = strictProxy('Tray', TrayClass);
