/**
 * Handles the messages of a page: calls of `ipcRenderer`, errors of the preload script, and messages that
 * page/main-world.ts passes on (right clicks, keys, input, permission requests, windows to open or close).
 *
 * Limits: popups are always denied; if a handler allows one, an error goes to stderr. `input-event` reports
 * only the mouse's buttons and keys that go down.
 */
import { contextMenuParams } from './context-menu.ts';
import { answerInvoke, ipcMain } from './ipc-main.ts';
import type { FromPage } from './page/messages.ts';
import type { PageHost } from './page-host.ts';
import { decidePermission } from './permissions.ts';
import { report } from './runtime.ts';
import { toAppUrl } from './scheme.ts';
import type { WebContents, WindowCallbacks } from './web-contents.ts';
import type { WebFrameMain } from './web-frame-main.ts';

export type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' };

/** The page that a message came from. */
interface Page {
  readonly contents: WebContents;
  readonly host: PageHost;
  /** Its current document. */
  readonly frame: WebFrameMain;
  readonly window: WindowCallbacks;
  readonly openHandler: OpenHandler | undefined;
}

/** @param context id of the sending document's preload world, for the answer */
export function handlePageMessage(message: FromPage, context: string, page: Page): void {
  const { contents, host, frame, window } = page;
  // A document may send a message before its navigation is announced, so its address comes from the message.
  frame.url = toAppUrl(message.url);
  const event = {
    type: 'frame',
    sender: contents,
    processId: contents.id,
    frameId: contents.id,
    ports: [],
    get senderFrame() {
      return frame.isDestroyed() ? null : frame;
    },
    reply: (channel: string, ...args: unknown[]) => contents.send(channel, ...args),
  };
  switch (message.kind) {
    case 'invoke':
      void host
        .withPaths(message.args, context)
        .then((args) => answerInvoke([contents.ipc, ipcMain], event, { ...message, args }))
        .then((answer) => host.post(answer, context));
      break;
    case 'send':
      contents.emit('ipc-message', event, message.channel, ...message.args);
      contents.ipc.emit(message.channel, event, ...message.args);
      ipcMain.emit(message.channel, event, ...message.args);
      break;
    case 'close':
      window.onCloseRequest();
      break;
    case 'input':
      contents.emit('input-event', {}, message.input);
      break;
    case 'keys':
      window.onKeys(message.accelerator);
      break;
    case 'context-menu':
      contents.emit('context-menu', {}, contextMenuParams(message.target, frame));
      break;
    case 'open': {
      const request = { ...message.request, url: toAppUrl(message.request.url) };
      const details = {
        ...request,
        referrer: { url: contents.getURL(), policy: 'strict-origin-when-cross-origin' },
        postBody: null,
      };
      const { action } = page.openHandler?.(details) ?? { action: 'allow' };
      if (action === 'allow')
        console.error(`Electron stand-in: opening a window for ${request.url} is not built`);
      break;
    }
    case 'permission':
      void decidePermission(contents, message.request, message.url)
        .catch((error: unknown) => {
          report('permission', error);
          return false;
        })
        .then((granted) => host.post({ kind: 'reply', id: message.id, value: granted }, context));
      break;
    case 'preload-error': {
      const error = Object.assign(new Error(message.message), { stack: message.stack });
      console.error('Unable to load preload script:', error);
      contents.emit('preload-error', {}, '', error);
      break;
    }
  }
}
