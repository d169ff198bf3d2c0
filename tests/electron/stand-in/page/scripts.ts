/** The source text that goes into every document of a window, made of the functions beside this file. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeCodec } from './codec.ts';
import { makeLink } from './link.ts';
import { setUpMainWorld } from './main-world.ts';
import type { PreloadInfo } from './messages.ts';
import { setUpPreloadWorld } from './preload-world.ts';

/** The name of the preload's world, which the binding to the main process is limited to. */
export const PRELOAD_WORLD = 'electron-preload';
/** The preload world's functions for text from and to the main process. */
export const SEND = '__standInSend';
export const RECEIVE = '__standInReceive';

/** Scripts for one window; the preload file is read now, as Electron reads it for each document. */
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
