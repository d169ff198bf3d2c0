/**
 * A folder that electron-builder takes for Electron's distribution: the files that it copies and renames, and a binary
 * that is nothing but the wire of fuses. What is packaged with it can be looked at and not started.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** By this the tools find the wire in a binary (@electron/fuses). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;
/** As Electron ships: `1` is on, `0` is off, in the order of `FuseV1Options`; the last one is newer than the tool. */
const SHIPPED_FUSES = '101001100';

/** @param version of the Electron that it stands for */
export function makePlaceholderElectron(folder: string, version: string): void {
  for (const name of ['locales', 'resources']) mkdirSync(path.join(folder, name), { recursive: true });
  const wire = Buffer.from([WIRE_VERSION, SHIPPED_FUSES.length]);
  const binary = Buffer.concat([Buffer.from(SENTINEL), wire, Buffer.from(SHIPPED_FUSES)]);
  writeFileSync(path.join(folder, 'electron'), binary, { mode: 0o755 });
  writeFileSync(path.join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']) {
    writeFileSync(path.join(folder, name), 'a placeholder');
  }
}
