/** An app that claims to be packaged although this machine's host runs it, so that it does what only a packaged app does. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const CLAIM = "Object.defineProperty(require('electron').app, 'isPackaged', { value: true });";
/** A packaged app refuses the debugging port, by which a driver such as Playwright operates it. */
const HIDE_PORT = "require('electron').app.commandLine.hasSwitch = () => false;";

/**
 * @param folder where the module is written
 * @returns a CommonJS module to be run before the app's main script
 */
export function asPackaged(folder: string, { isDriven = true } = {}): string {
  const file = path.join(folder, 'as-packaged.cjs');
  writeFileSync(file, isDriven ? `${CLAIM}\n${HIDE_PORT}\n` : CLAIM);
  return file;
}
