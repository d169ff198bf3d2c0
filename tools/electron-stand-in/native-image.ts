/** `nativeImage`: only knows whether the file of an image exists. Limit: nothing is decoded or drawn. */
import { existsSync } from 'node:fs';
import { strictProxy } from './strict.ts';

export const nativeImage = strictProxy('nativeImage', {
  // Electron, too, returns an empty image for a missing file.
  createFromPath: (file: string) => strictProxy('NativeImage', { isEmpty: () => !existsSync(file) }),
});
