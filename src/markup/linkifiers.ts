/** The realm's own patterns, such as `#1234` for a ticket, as links. */

export type Linkifier = {
  readonly pattern: RegExp;
  readonly url: (groups: Readonly<Record<string, string | undefined>>) => string;
};

const before = "(?<=^|[\\s'\"(,:<])";
const after = "(?![\\p{L}\\p{N}_])";
const variable = /\{([/#?&]?)(\w+)\}/g;

/** A linkifier as the server tells it; undefined when its pattern says something that we cannot. */
export function linkifier(pattern: string, template: string): Linkifier | undefined {
  const ours = pattern.replaceAll("(?P<", "(?<").replaceAll("(?P=", "\\k<");
  const compiled = compile(`${before}(?:${ours})${after}`);
  if (compiled === undefined) return undefined;
  return { pattern: compiled, url: (groups) => expand(template, groups) };
}

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "gu");
  } catch {
    return withoutUnicodeStrictness(source);
  }
}

/** Server patterns may escape what needs none, which strict patterns refuse. */
function withoutUnicodeStrictness(source: string): RegExp | undefined {
  try {
    return new RegExp(source.replace(after, "(?!\\w)"), "g");
  } catch {
    return undefined;
  }
}

/** The simple forms of RFC 6570: `{name}`, and the same after `/`, `?`, `&` or `#`. */
function expand(template: string, groups: Readonly<Record<string, string | undefined>>): string {
  return template.replace(variable, (_, operator: string, name: string) => {
    const value = groups[name];
    if (value === undefined) return "";
    const encoded = encodeURIComponent(value);
    if (operator === "?" || operator === "&") return `${operator}${name}=${encoded}`;
    return operator + encoded;
  });
}
