import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigSources, loadConfig } from '#main/config/load.ts';

const VALID = {
  firebase: { apiKey: 'key', projectId: 'project' },
  google: { clientId: 'id', clientSecret: 'secret' },
};
const ENDPOINTS = { firestore: 'localhost:1234', token: 'http://127.0.0.1:1/token' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function sources(overrides: Partial<ConfigSources> = {}): ConfigSources {
  return { named: undefined, userData: folder, baked: '', packaged: false, ...overrides };
}

function write(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('where the configuration comes from', () => {
  test('the configuration comes from the named file, otherwise the user-data folder, otherwise the build', () => {
    const config = (projectId: string) => ({ ...VALID, firebase: { apiKey: 'key', projectId } });
    const baked = JSON.stringify(config('baked'));
    expect(loadConfig(sources({ baked })).firebase.projectId).toBe('baked');
    write('config.json', config('folder'));
    expect(loadConfig(sources({ baked })).firebase.projectId).toBe('folder');
    const named = write('named.json', config('named'));
    expect(loadConfig(sources({ baked, named })).firebase.projectId).toBe('named');
  });

  test('[C36] a packaged build with a baked-in configuration reads no other one, not even a broken one', () => {
    const baked = JSON.stringify({ ...VALID, endpoints: ENDPOINTS });
    write('config.json', { ...VALID, firebase: { apiKey: 'key', projectId: 'folder' } });
    const named = write('named.json', '{');
    expect(loadConfig(sources({ packaged: true, baked, named }))).toEqual(VALID);
    expect(loadConfig(sources({ packaged: true, baked }))).toEqual(VALID);
  });

  test('a packaged build without a baked-in configuration reads the named file, otherwise the one in the user-data folder', () => {
    const config = (projectId: string) => ({ ...VALID, firebase: { apiKey: 'key', projectId } });
    write('config.json', config('folder'));
    expect(loadConfig(sources({ packaged: true })).firebase.projectId).toBe('folder');
    const named = write('named.json', config('named'));
    expect(loadConfig(sources({ packaged: true, named })).firebase.projectId).toBe('named');
  });

  test('a named configuration file that is missing is an error, even if there is another file', () => {
    write('config.json', VALID);
    const named = path.join(folder, 'nowhere.json');
    expect(() => loadConfig(sources({ named }))).toThrow(
      expect.objectContaining({ code: 'config-invalid', message: expect.stringContaining(named) }),
    );
  });

  test('without any configuration, the error says where to put one', () => {
    expect(() => loadConfig(sources())).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringContaining(path.join(folder, 'config.json')),
      }),
    );
  });

  test('[C35] configured endpoints are used in unpackaged builds only', () => {
    write('config.json', { ...VALID, endpoints: ENDPOINTS });
    expect(loadConfig(sources()).endpoints).toEqual(ENDPOINTS);
    expect(loadConfig(sources({ packaged: true })).endpoints).toBeUndefined();
  });

  test('a configuration file with a byte order mark is read', () => {
    write('config.json', `\uFEFF${JSON.stringify(VALID)}`);
    expect(loadConfig(sources())).toEqual(VALID);
  });
});

describe('a wrong configuration names the file and the field', () => {
  test.each([
    ['{', 'not valid JSON'],
    ['null', 'the whole file must be an object'],
    [{}, 'firebase is missing'],
    [{ ...VALID, firebase: { apiKey: 'key' } }, 'firebase.projectId is missing'],
    [{ ...VALID, google: { clientId: 7, clientSecret: 'x' } }, 'google.clientId must be text'],
    [{ ...VALID, google: { clientId: '', clientSecret: 'x' } }, 'google.clientId must not be empty'],
    [{ ...VALID, endpoints: { token: 'nowhere' } }, 'endpoints.token must be an address'],
    [{ ...VALID, endpoints: { firestore: 'http://x:1' } }, 'endpoints.firestore must be HOST:PORT'],
    [{ ...VALID, googel: {} }, 'googel is not a known field'],
  ])('the configuration %j is refused with its file and “%s”', (content, message) => {
    const file = write('config.json', content);
    expect(() => loadConfig(sources())).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringMatching(new RegExp(`${RegExp.escape(file)}.*${message}`)),
      }),
    );
  });
});
