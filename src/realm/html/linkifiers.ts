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
      /[!"#%&',:;<=>@_`~ -]/.test(character) ? `\\x${hexOf(character)}` : escaped,
    );
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
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

/** How an expression of a URI template (RFC 6570) begins, joins its values, and names them. */
const operators: Readonly<
  Record<string, readonly [first: string, between: string, isNamed: boolean]>
> = {
  "": ["", ",", false],
  "+": ["", ",", false],
  "#": ["#", ",", false],
  ".": [".", ".", false],
  "/": ["/", "/", false],
  ";": [";", ";", true],
  "?": ["?", "&", true],
  "&": ["&", "&", true],
};

/** The template with `values` in it; names without a value leave nothing. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{([+#./;?&]?)([^{}]+)\}/g, (_all, operator: string, names: string) => {
    const [first, between, isNamed] = operators[operator] ?? ["", ",", false];
    const parts = names.split(",").flatMap((name) => {
      const value = values[name.replace(/(?:\*|:\d+)$/, "")];
      if (value === undefined) return [];
      return [isNamed ? `${name}=${encoded(value, operator)}` : encoded(value, operator)];
    });
    return parts.length === 0 ? "" : first + parts.join(between);
  });
}

/** `+` and `#` let through what separates the parts of an address. */
function encoded(value: string, operator: string): string {
  const lettersOnly = encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (operator !== "+" && operator !== "#") return lettersOnly;
  return encodeURI(value.toWellFormed()).replaceAll("%25", "%");
}
