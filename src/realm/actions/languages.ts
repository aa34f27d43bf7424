/** Which languages there are, by their codes. */

let names: Intl.DisplayNames | undefined;

/** Made when first needed: that takes longer than most of the realm's start. */
function languageNames(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names;
}

/** Codes with a script, a region and variants have some thirty letters; much longer texts take long to be told from one. */
const longest = 50;

/** In English; undefined for a code that no language has. */
export function languageName(code: string): string | undefined {
  try {
    return code.length > longest ? undefined : languageNames().of(code);
  } catch {
    return undefined;
  }
}
