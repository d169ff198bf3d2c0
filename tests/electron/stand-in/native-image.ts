/** `nativeImage`: carries the bytes of an image. Limit: nothing is decoded; sizes are known for PNG only, resizing keeps the image. */
import { readFileSync } from 'node:fs';
import { strict } from './strict.ts';

class NativeImage {
  readonly isMacTemplateImage = false;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    // oxlint-disable-next-line no-constructor-return -- the proxy is the object; methods are bound to what has the bytes
    return strict('NativeImage', {
      isEmpty: () => this.#bytes.length === 0,
      toPNG: () => this.#bytes,
      toDataURL: () => `data:image/png;base64,${this.#bytes.toString('base64')}`,
      getSize: () => this.#size(),
      getAspectRatio: () => this.#size().width / (this.#size().height || 1),
      resize: () => this,
      setTemplateImage: () => undefined,
      addRepresentation: () => undefined,
    }) as unknown as NativeImage;
  }
  #size(): { width: number; height: number } {
    const png = this.#bytes.subarray(1, 4).toString('latin1') === 'PNG';
    return png
      ? { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) }
      : { width: 0, height: 0 };
  }
}

function readImage(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Electron answers with an empty image.
    return Buffer.alloc(0);
  }
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (file: string) => new NativeImage(readImage(file)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.split(',')[1] ?? '', 'base64')),
});
