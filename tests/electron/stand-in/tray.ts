/** `Tray`: kept where tests find it (record.ts), never drawn. Tests emit `click` and choose from its menu. */
import { record } from './record.ts';
import { markDestroyed, strict, StrictEmitter } from './strict.ts';

class TrayClass extends StrictEmitter {
  #destroyed = false;
  #toolTip = '';
  /** The menu and image as set last, for tests. */
  readonly shown: { image: unknown; menu: unknown };

  constructor(image: unknown) {
    super('Tray');
    this.shown = { image, menu: null };
    record.trays.add(this);
  }
  setImage(image: unknown): void {
    this.shown.image = image;
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
    record.trays.delete(this);
    markDestroyed(this);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

export const Tray = strict('Tray', TrayClass);
