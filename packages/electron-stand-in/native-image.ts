/**
 * `nativeImage`: whether an image can be loaded. Limit: nothing is drawn, and only the signature of a file is
 * read; damage behind it goes unnoticed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strictProxy } from './strict.ts';

/** The signatures of PNG and JPEG, the two formats that Electron reads on Linux and macOS. */
const MARKS = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('\xff\xd8\xff', 'latin1')];
/**
 * Suffixes of a file's name for displays of other scales; one file is enough (Electron's `skia_util.cc`).
 */
const SCALES = ['', ...'@2x @3x @1x @4x @5x @1.25x @1.33x @1.4x @1.5x @1.8x @2.5x'.split(' ')];

function isImage(file: string): boolean {
  try {
    const content = readFileSync(file);
    return MARKS.some((mark) => content.subarray(0, mark.length).equals(mark));
  } catch {
    return false;
  }
}

class NativeImageClass {
  readonly #isEmpty: boolean;

  constructor(file: string) {
    const { dir, name, ext } = path.parse(file);
    const scales = /@.*x$/.test(name) ? [''] : SCALES;
    this.#isEmpty = !scales.some((scale) => isImage(path.join(dir, `${name}${scale}${ext}`)));
  }
  readonly isEmpty = (): boolean => this.#isEmpty;
}

/** As in Electron, a file that is missing or not an image gives an empty image instead of an error. */
function createFromPath(file: string): NativeImageClass {
  return strictProxy('NativeImage', new NativeImageClass(file));
}

export const nativeImage = strictProxy('nativeImage', { createFromPath });

/** The image that the app gave directly or as a path. @throws Electron's error if it is neither */
export function toImage(given: unknown): NativeImageClass {
  if (given instanceof NativeImageClass) return given;
  if (typeof given !== 'string') throw new Error('Argument must be a file path or a NativeImage');
  const image = createFromPath(given);
  if (image.isEmpty()) throw new Error(`Failed to load image from path '${given}'`);
  return image;
}
