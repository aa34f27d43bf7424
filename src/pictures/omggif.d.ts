/** What is used of `omggif`, which has no types of its own; tests write with it, too. */
declare module "omggif" {
  export class GifWriter {
    constructor(
      buffer: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: readonly number[]; readonly loop: number },
    );
    addFrame(x: number, y: number, width: number, height: number, indexed: readonly number[]): void;
    /** How many bytes were written. */
    end(): number;
  }
  export class GifReader {
    /** Throws if it is not a GIF, or cut off. */
    constructor(bytes: Uint8Array);
    readonly width: number;
    readonly height: number;
    /** Writes the frame into pixels of the whole picture; what is transparent is skipped. */
    decodeAndBlitFrameRGBA(frame: number, pixels: Uint8Array): void;
  }
}
