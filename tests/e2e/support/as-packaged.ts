/**
 * An app that claims to be packaged although this machine's host runs it, so that it does what only a
 * packaged app does.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const CLAIM = "Object.defineProperty(require('electron').app, 'isPackaged', { value: true });";
/**
 * A packaged app refuses the debugging port, by which a driver such as Playwright operates it, and the features that
 * the driver turns on.
 */
const HIDE_PORT = `const { commandLine } = require('electron').app;
const hasSwitch = commandLine.hasSwitch.bind(commandLine);
commandLine.hasSwitch = (name) => !/^(?:remote-debugging-|enable-features$)/.test(name) && hasSwitch(name);`;
/** It also registers its links with Windows, and no test may take them from an installed Inkling. */
const NO_LINKS = "require('electron').app.setAsDefaultProtocolClient = () => true;";

/**
 * @param folder where the module is written
 * @returns a CommonJS module to be run before the app's main script
 */
export function asPackaged(folder: string, { isDriven = true } = {}): string {
  const file = path.join(folder, 'as-packaged.cjs');
  writeFileSync(file, [CLAIM, NO_LINKS, ...(isDriven ? [HIDE_PORT] : [])].join('\n'));
  return file;
}
