/** Percent signs in addresses, which anybody may have typed. */

/** The text as it is where it cannot be decoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
