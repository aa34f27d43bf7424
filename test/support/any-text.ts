/**
 * Any text, with all code points. The `binary` strings of fast-check are equivalent, but take each worker most of a
 * second to prepare.
 */
import fc from "fast-check";

const codePoint = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Names of inherited properties. */
const inherited = fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty");

/** A text of at most `maxLength` code points. */
export function anyText(maxLength = 20): fc.Arbitrary<string> {
  const written = fc.array(codePoint, { maxLength }).map((all) => all.join(""));
  return fc.oneof({ weight: 20, arbitrary: written }, { weight: 1, arbitrary: inherited });
}
