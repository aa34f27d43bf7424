/**
 * The decoders' WebAssembly, as it is in their packages.
 *
 * In the bundle, this module is replaced by one that embeds it (`build/plugins.ts`).
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const codecPaths = {
  jpeg: "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
  png: "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
  webp: "@jsquash/webp/codec/dec/webp_dec.wasm",
} as const;

export function codecOf(format: keyof typeof codecPaths): Uint8Array<ArrayBuffer> {
  return readFileSync(createRequire(import.meta.url).resolve(codecPaths[format]));
}
