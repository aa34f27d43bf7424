/** A realm's own patterns that become links, `#1234` for a ticket. */

/** A row of `realm_linkifiers`, ready to be searched with. */
export type Linkifier = {
  readonly pattern: RegExp;
  readonly template: string;
};

/** Undefined for a pattern that this engine cannot read; a server refuses most of those when they are made. */
export function compileLinkifier(pattern: string, template: string): Linkifier | undefined {
  // The pattern stands between a boundary and no letter or digit.
  const source = `(?<![^\\s'"(,:<])(?:${inOurWords(pattern)})(?![\\p{L}\\p{N}])`;
  try {
    return { pattern: new RegExp(source, "gu"), template };
  } catch {
    return undefined;
  }
}

/** Groups are named in another way, and only what has a meaning may have a backslash before it. */
function inOurWords(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replace(/\\([\s\S])/g, (escaped, character: string) =>
      /[!"#%&',:;<=>@_`~ -]/.test(character)
        ? `\\x${character.charCodeAt(0).toString(16)}`
        : escaped,
    );
}

export type Linkified = { readonly at: number; readonly text: string; readonly url: string };

/** Every place of `text` that the pattern matches, in order. */
export function linkified(text: string, { pattern, template }: Linkifier): readonly Linkified[] {
  return [...text.matchAll(pattern)]
    .filter((found) => found[0] !== "")
    .map((found) => ({
      at: found.index,
      text: found[0],
      url: expand(template, found.groups ?? {}),
    }));
}

/** How an expression of a URI template (RFC 6570) begins, and joins its values; after some signs they are named. */
const operators: Readonly<Record<string, readonly [first: string, between: string]>> = {
  "#": ["#", ","],
  ".": [".", "."],
  "/": ["/", "/"],
  ";": [";", ";"],
  "?": ["?", "&"],
  "&": ["&", "&"],
};

/** The template with `values` in it; names without a value leave nothing. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{([+#./;?&]?)([^{}]+)\}/g, (_all, operator: string, names: string) => {
    const [first, between] = operators[operator] ?? ["", ","];
    const parts = names.split(",").flatMap((name) => {
      const value = values[name.replace(/(?:\*|:\d+)$/, "")];
      if (value === undefined) return [];
      return `${/[;?&]/.test(operator) ? `${name}=` : ""}${encoded(value, operator)}`;
    });
    return parts.length === 0 ? "" : first + parts.join(between);
  });
}

/** `+` and `#` let through what separates the parts of an address. */
function encoded(value: string, operator: string): string {
  const text = value.toWellFormed();
  if (operator === "+" || operator === "#") return encodeURI(text).replaceAll("%25", "%");
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
