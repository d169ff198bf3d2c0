/**
 * The host of the tests of this run. Importing this file sets up the environment that Playwright's
 * `_electron.launch` reads in its own process.
 */
import { chooseHost, type Host } from './choose-host.ts';

/**
 * Whether the app's pages run in Chromium's sandbox, as they do for users. Playwright disables the sandbox by
 * default. The sandbox refuses to start as root.
 */
export const chromiumSandbox = process.getuid?.() !== 0;

export const host: Host = chooseHost();
// Workers of this process use the same host, and do not probe the binary again.
Object.assign(process.env, host.env, { INKLING_HOST: host.name });
