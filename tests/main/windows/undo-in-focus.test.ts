import { beforeEach, expect, test, vi } from 'vitest';
import { undoInFocus } from '#main/windows/undo-in-focus.ts';

const sent = vi.hoisted((): string[] => []);
vi.mock('electron', () => ({
  Menu: { sendActionToFirstResponder: (action: string) => sent.push(`first responder: ${action}`) },
  webContents: {
    getFocusedWebContents: () => ({
      undo: () => sent.push('page: undo'),
      redo: () => sent.push('page: redo'),
    }),
  },
}));

beforeEach(() => void sent.splice(0));

test.each([
  ['darwin', ['first responder: undo:', 'first responder: redo:']],
  ['win32', ['page: undo', 'page: redo']],
  ['linux', ['page: undo', 'page: redo']],
] as const)('on %s, Undo and Redo outside of the main window reach %j', (platform, reached) => {
  undoInFocus('undo', platform);
  undoInFocus('redo', platform);
  expect(sent).toEqual(reached);
});
