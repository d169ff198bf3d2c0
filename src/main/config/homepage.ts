/** The home page of the project that made this build, which a release writes into package.json. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const manifest = v.object({ homepage: v.pipe(v.string(), v.url(), v.startsWith('https://')) });

/**
 * @param folder the folder of package.json
 * @returns null if package.json has none
 */
export function homepageOf(folder: string): string | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const { success, output } = v.safeParse(manifest, read);
    return success ? output.homepage : null;
  } catch {
    return null;
  }
}
