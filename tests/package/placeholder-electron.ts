/**
 * A folder that electron-builder accepts as Electron's distribution: the files that it copies and renames,
 * and a binary with only the fuse wire. A package made with it can be inspected, but not started.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The mark by which the tools find the fuse wire in a binary (@electron/fuses). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;
/**
 * Electron's default fuses in the order of `FuseV1Options`: `1` is on, `0` is off. The tool does not know the
 * last one yet.
 */
const SHIPPED_FUSES = '101001100';

/** @param version version of the replaced Electron */
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
