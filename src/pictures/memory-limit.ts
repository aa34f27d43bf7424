/**
 * A limit to the memory of WebAssembly, which neither a thread's own limits nor its callers bound: whatever a module does, it
 * gets no more.
 */

const memorySection = 5;
const pageBytes = 65_536;

/** The module with a memory of at most so many bytes. Throws if it does not have exactly one of its own. */
export function withMemoryLimit(
  module: Uint8Array<ArrayBuffer>,
  bytes: number,
): Uint8Array<ArrayBuffer> {
  // Behind the magic number and the version.
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const length = numberAt(module, at + 1);
    const end = length.after + length.value;
    if (id === memorySection) {
      const least = numberAt(module, length.after + 2);
      if (module[length.after] !== 1) break;
      // A single memory, with a maximum.
      const body = [1, 1, ...encoded(least.value), ...encoded(Math.floor(bytes / pageBytes))];
      const section = [memorySection, ...encoded(body.length), ...body];
      return Uint8Array.from(
        Buffer.concat([module.subarray(0, at), Uint8Array.from(section), module.subarray(end)]),
      );
    }
    at = end;
  }
  throw new Error("A decoder does not have a memory of its own.");
}

/** An unsigned number in groups of seven bits, the lowest first. */
function numberAt(module: Uint8Array, from: number): { value: number; after: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = module[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if ((byte & 0x80) === 0) return { value, after: at + 1 };
  }
}

function encoded(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(value >>> 7)];
}
