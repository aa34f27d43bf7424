/** Which languages there are, by their codes. */

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

export function isLanguage(code: string): boolean {
  try {
    return languages.of(code) !== undefined;
  } catch {
    return false;
  }
}
