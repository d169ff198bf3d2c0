// Electron's `dialog`: the options that it refuses, and the answers of cancelled questions.
import { describe, expect } from 'vitest';
import { test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();

type Kind = 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog';

/** Asks, with or without a window. @returns the answer, or the error that is thrown at once */
const ask = (kind: Kind, options: object | undefined, inWindow = false) =>
  fixture.app.evaluate(
    ({ dialog, BrowserWindow }, [name, given, hasWindow]) => {
      const show = dialog[name as 'showMessageBox'] as (...args: unknown[]) => Promise<unknown>;
      try {
        return hasWindow ? show(BrowserWindow.getAllWindows()[0], given) : show(given);
      } catch (error) {
        return String(error);
      }
    },
    [kind, options, inWindow] as const,
  );

describe('an option of the wrong kind is refused', () => {
  test.each<[Kind, object, string]>([
    ['showMessageBox', { type: 'fatal', message: '' }, 'Invalid message box type'],
    ['showMessageBox', { buttons: 'OK', message: '' }, 'Buttons must be an array'],
    ['showMessageBox', { title: 300, message: '' }, 'Title must be a string'],
    ['showMessageBox', { noLink: 1, message: '' }, 'noLink must be a boolean'],
    ['showMessageBox', { message: [] }, 'Message must be a string'],
    ['showMessageBox', { message: '', detail: null }, 'Detail must be a string'],
    ['showMessageBox', { message: '', checkboxLabel: false }, 'checkboxLabel must be a string'],
    ['showOpenDialog', { properties: 'openFile' }, 'Properties must be an array'],
    ['showOpenDialog', { title: 300 }, 'Title must be a string'],
    ['showOpenDialog', { buttonLabel: [] }, 'Button label must be a string'],
    ['showOpenDialog', { defaultPath: {} }, 'Default path must be a string'],
    ['showOpenDialog', { message: {} }, 'Message must be a string'],
    ['showSaveDialog', { defaultPath: null }, 'Default path must be a string'],
    ['showSaveDialog', { nameFieldLabel: {} }, 'Name field label must be a string'],
  ])('%s with %j', async (kind, options, message) => {
    expect(await ask(kind, options)).toBe(`TypeError: ${message}`);
    expect(await ask(kind, options, true)).toBe(`TypeError: ${message}`);
  });

  test('a ticked box needs a label', async () => {
    expect(await ask('showMessageBox', { message: '', checkboxChecked: true })).toContain(
      'checkboxChecked requires that checkboxLabel also be passed',
    );
  });
});

describe('a cancelled question', () => {
  test.each<[object | undefined, number]>([
    [undefined, 0],
    [{ message: '', buttons: ['Yes', 'No'] }, 1],
    [{ message: '', buttons: ['Try again', 'Show log', 'CANCEL'], defaultId: 0 }, 2],
    [{ message: '', buttons: ['Wait', 'Reload'], defaultId: 0 }, 1],
    [{ message: '', buttons: ['Wait', 'Reload'], defaultId: 0, cancelId: 0 }, 0],
    [{ message: '', buttons: ['Wait', 'Reload'] }, 0],
  ])('%j is cancelled by button %i', async (options, response) => {
    expect(await ask('showMessageBox', options)).toEqual({ response, checkboxChecked: false });
    expect(await ask('showMessageBox', options, true)).toEqual({ response, checkboxChecked: false });
  });

  test('no file is chosen', async () => {
    expect(await ask('showOpenDialog', { title: 'Open' })).toEqual({ canceled: true, filePaths: [] });
    expect(await ask('showSaveDialog', undefined)).toEqual({ canceled: true, filePath: '' });
  });
});
