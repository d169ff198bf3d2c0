/** Bundles the fake bridge, with the app's own code in it, into one script for pages. */
import path from 'node:path';
import { build } from 'vite';

const ENTRY = path.resolve(import.meta.dirname, '../fake-bridge/install.ts');

export async function bundleFakeBridge(): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'fakeBridge' } },
  });
  const [result] = [results].flat();
  if (result === undefined || !('output' in result)) throw new Error('Nothing was built');
  return result.output[0].code;
}
