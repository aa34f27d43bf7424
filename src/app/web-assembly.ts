/**
 * WebAssembly for the layout and the parser of HTTP, which stays as it was first compiled: optimizing it takes 23 MB, of which
 * 7 stay, for what takes a fraction of a millisecond a frame.
 *
 * The flags are set for that moment only, because Node's own modules come with compiled code that is only valid for the usual
 * flags: without it they take 10 ms at a start, and 25 in every thread.
 */

/** The build puts its source into the packages, so it refers to nothing outside. */
export function compiledOnce(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  // With the last one, functions would be compiled when they are first called, with the flags of then.
  const usual = ["wasm-tier-up", "wasm-dynamic-tiering", "wasm-lazy-compilation"];
  for (const flag of usual) setFlagsFromString(`--no-${flag}`);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    for (const flag of usual) setFlagsFromString(`--${flag}`);
  }
}
