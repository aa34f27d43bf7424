import { cachedDataVersionTag } from "node:v8";
import { expect, test } from "vitest";
import { compiledOnce } from "#app/web-assembly.ts";

/** A module without content. */
const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

test("compiled code of other modules stays valid after WebAssembly was compiled", () => {
  const before = cachedDataVersionTag();
  expect(compiledOnce(empty)).toBeInstanceOf(WebAssembly.Module);
  expect(cachedDataVersionTag()).toBe(before);
});

test("it stays valid if the WebAssembly cannot be compiled", () => {
  const before = cachedDataVersionTag();
  expect(() => compiledOnce(empty.subarray(1))).toThrow(WebAssembly.CompileError);
  expect(cachedDataVersionTag()).toBe(before);
});
