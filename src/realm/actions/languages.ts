/** Which languages there are, by their codes. */

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** In English; undefined for a code that no language has. */
export function languageName(code: string): string | undefined {
  try {
    return languages.of(code);
  } catch {
    return undefined;
  }
}
