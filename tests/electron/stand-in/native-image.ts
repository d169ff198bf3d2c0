/** `nativeImage`: names the file of an image. Limit: nothing is decoded or drawn. */
import { existsSync } from 'node:fs';
import { strict } from './strict.ts';

export const nativeImage = strict('nativeImage', {
  // For a file that is missing Electron, too, answers with an empty image.
  createFromPath: (file: string) => strict('NativeImage', { isEmpty: () => !existsSync(file) }),
});
