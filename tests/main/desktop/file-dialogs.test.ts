/** What people are asked for in the system's dialogs, and what becomes of their answers. */
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseExportFolder, chooseImportSource } from '#main/desktop/file-dialogs.ts';

const electron = vi.hoisted(() => ({
  answer: { canceled: false, filePaths: [] as string[] },
  asked: [] as unknown[][],
  window: null as object | null,
}));
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => electron.window },
  dialog: {
    showOpenDialog: async (...asked: unknown[]) => {
      electron.asked.push(asked);
      return electron.answer;
    },
  },
}));

beforeEach(() => {
  electron.answer = { canceled: false, filePaths: ['/a', '/b'] };
  electron.asked.length = 0;
  electron.window = null;
});

const properties = (): unknown => Reflect.get(electron.asked.at(-1)?.at(-1) ?? {}, 'properties');

test('an export asks for one folder, which may be made there', async () => {
  expect(await chooseExportFolder()).toBe('/a');
  expect(properties()).toEqual(['openDirectory', 'createDirectory']);
});

test('an import asks for any number of files, or for a folder', async () => {
  expect(await chooseImportSource('files')).toEqual(['/a', '/b']);
  expect(properties()).toEqual(['openFile', 'multiSelections']);
  await chooseImportSource('folder');
  expect(properties()).toEqual(['openDirectory']);
});

test.each([
  { canceled: true, filePaths: ['/a'] },
  { canceled: false, filePaths: [] },
])('of %j nothing was chosen', async (answer) => {
  electron.answer = answer;
  expect(await chooseExportFolder()).toBeNull();
  expect(await chooseImportSource('files')).toBeNull();
});

test('the dialog belongs to the window in front', async () => {
  electron.window = {};
  await chooseExportFolder();
  expect(electron.asked.at(-1)?.[0]).toBe(electron.window);
});
