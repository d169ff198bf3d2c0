/** `nativeTheme`. Limit: the simulated system's theme is always light. */
import { StrictEmitter } from './strict.ts';

type Source = 'system' | 'light' | 'dark';
const SOURCES: readonly string[] = ['system', 'light', 'dark'] satisfies Source[];

class NativeTheme extends StrictEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    if (!SOURCES.includes(source))
      throw new TypeError(`Error processing argument: invalid themeSource '${source}'`);
    const wasDark = this.shouldUseDarkColors;
    this.#source = source;
    // Electron reports only a visible change, a moment later, and not the assignment itself.
    if (this.shouldUseDarkColors !== wasDark) setImmediate(() => this.emit('updated'));
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.shouldUseDarkColors;
  }
}

export const nativeTheme = new NativeTheme('nativeTheme');
nativeTheme.setMaxListeners(0);
