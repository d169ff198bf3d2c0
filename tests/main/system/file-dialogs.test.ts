/** The options of the system's dialogs, and how the app uses the answers. */
import { beforeEach, expect, test, vi } from 'vitest';
import {
  chooseFolder,
  chooseSource,
  choosePictureFolder,
  chooseReportFile,
} from '#main/system/file-dialogs.ts';

const electron = vi.hoisted(() => ({
  answer: { canceled: false, filePaths: [] as string[], filePath: '' },
  calls: [] as unknown[][],
  window: null as object | null,
}));
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => electron.window },
  dialog: {
    showOpenDialog: async (...args: unknown[]) => {
      electron.calls.push(args);
      return electron.answer;
    },
    showSaveDialog: async (...args: unknown[]) => {
      electron.calls.push(args);
      return electron.answer;
    },
  },
}));

beforeEach(() => {
  electron.answer = { canceled: false, filePaths: ['/a', '/b'], filePath: '/report.txt' };
  electron.calls.length = 0;
  electron.window = null;
});

const properties = (): unknown => Reflect.get(electron.calls.at(-1)?.at(-1) ?? {}, 'properties');

test('an export asks for one folder, which can be created in the dialog', async () => {
  expect(await chooseFolder()).toBe('/a');
  expect(properties()).toEqual(['openDirectory', 'createDirectory']);
});

test('the dialog of an export says in its title what is chosen and, for macOS, in its message', async () => {
  await chooseFolder();
  expect(electron.calls.at(-1)?.at(-1)).toMatchObject({
    title: 'Export all notes',
    message: 'Export all notes',
  });
});

test('an import asks for any number of files, or for a folder', async () => {
  expect(await chooseSource('files')).toEqual(['/a', '/b']);
  expect(properties()).toEqual(['openFile', 'multiSelections']);
  await chooseSource('folder');
  expect(properties()).toEqual(['openDirectory']);
});

test('an import asks for one folder for its pictures and for a file for its report', async () => {
  expect(await choosePictureFolder()).toBe('/a');
  expect(properties()).toEqual(['openDirectory', 'createDirectory']);
  expect(await chooseReportFile()).toBe('/report.txt');
  expect(electron.calls.at(-1)?.at(-1)).toMatchObject({ defaultPath: 'Inkling import report.txt' });
});

test.each([
  { canceled: true, filePaths: ['/a'], filePath: '/a' },
  { canceled: false, filePaths: [], filePath: '' },
])('a dialog that answers %j has chosen nothing', async (answer) => {
  electron.answer = answer;
  expect(await chooseFolder()).toBeNull();
  expect(await chooseSource('files')).toBeNull();
  expect(await choosePictureFolder()).toBeNull();
  expect(await chooseReportFile()).toBeNull();
});

test('a file dialog belongs to the focused window', async () => {
  electron.window = {};
  await chooseFolder();
  expect(electron.calls.at(-1)?.[0]).toBe(electron.window);
});
