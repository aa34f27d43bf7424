/** Where stressed text ends: stars inside code, mentions, streams and links end nothing. */

/** What a scan steps over whole. */
const whole = /`+[^`\n]*`+|[@#]_?\*\*[^*\n]+\*\*|\[[^\]\n]*\]\([^)\s]*\)/y;

/** The index of the `**` that ends what `source` begins with `**`; undefined when it does neither. */
export function closingStrong(source: string): number | undefined {
  if (!source.startsWith("**")) return undefined;
  let at = 2;
  while (at < source.length && source[at] !== "\n") {
    if (at > 2 && source.startsWith("**", at)) return at;
    at = after(source, at);
  }
  return undefined;
}

/** The index of the `*` that ends what `source` begins with `*`; undefined when there is none. */
export function closingEmphasis(source: string): number | undefined {
  if (/^\*(?:\s|\*|$)/.test(source)) return undefined;
  let at = 1;
  while (at < source.length && source[at] !== "\n") {
    if (source.startsWith("**", at)) {
      const length = closingStrong(source.slice(at));
      if (length === undefined) return undefined;
      at += length + 2;
    } else if (source[at] === "*") {
      return /\s/.test(source[at - 1] ?? "") ? undefined : at;
    } else {
      at = after(source, at);
    }
  }
  return undefined;
}

function after(source: string, at: number): number {
  const first = source[at];
  if (first !== "`" && first !== "@" && first !== "#" && first !== "[") return at + 1;
  whole.lastIndex = at;
  const length = whole.exec(source)?.[0].length ?? 1;
  return at + length;
}
