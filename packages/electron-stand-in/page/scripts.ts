/** The scripts that run in every document of a window: the source text of the functions beside this file. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeCodec } from './codec.ts';
import { makeLink } from './link.ts';
import { setUpMainWorld } from './main-world.ts';
import type { PreloadInfo } from './messages.ts';
import { setUpPreloadWorld } from './preload-world.ts';

/** The name of the preload script's world. Only this world has the binding to the main process. */
export const PRELOAD_WORLD = 'electron-preload';
/** Names of the preload world's functions that send text to the main process and receive text from it. */
export const SEND = '__standInSend';
export const RECEIVE = '__standInReceive';
/** Its list of files whose paths were requested, and the prefix of their placeholders. */
export const FILES = '__standInFiles';

/**
 * The scripts for one window. The preload file is read here once; Electron reads it for each document.
 */
export function worldScripts(
  preload: string | undefined,
  info: PreloadInfo,
): { main: string; preload: string } {
  const token = JSON.stringify(randomUUID());
  const topOnly = 'if (window !== window.top) return;';
  const source = preload === undefined ? undefined : readFileSync(preload, 'utf8');
  const body = source === undefined ? 'null' : `function (require, module, exports, process) {${source}\n}`;
  const main = [setUpMainWorld, makeLink].map(String);
  const isolated = [setUpPreloadWorld, makeLink, makeCodec].map(String);
  return {
    main: `(() => { ${topOnly} (${main[0]})((${main[1]})('main', ${token})); })()`,
    preload:
      `(() => { ${topOnly} (${isolated[0]})((${isolated[1]})('preload', ${token}), (${isolated[2]})(), ` +
      `${JSON.stringify(info)}, ${body}); })()\n//# sourceURL=preload:${preload ?? ''}`,
  };
}
