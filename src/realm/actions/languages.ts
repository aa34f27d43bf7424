/** Which languages there are, by their codes. */

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** Codes with a script, a region and variants have some thirty letters; much longer texts take long to be told from one. */
const longest = 50;

/** In English; undefined for a code that no language has. */
export function languageName(code: string): string | undefined {
  try {
    return code.length > longest ? undefined : languages.of(code);
  } catch {
    return undefined;
  }
}
