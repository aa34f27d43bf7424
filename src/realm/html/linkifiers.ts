/** A realm's own patterns that become links, `#1234` for a ticket. */

/** A row of `realm_linkifiers`, ready to be searched with. */
export type Linkifier = {
  readonly pattern: RegExp;
  readonly template: string;
};

/** Undefined for a pattern that this engine cannot read; a server refuses most of those when they are made. */
export function compileLinkifier(pattern: string, template: string): Linkifier | undefined {
  // The pattern stands between a boundary and no letter or digit.
  const source = `(?<![^\\s'"(,:<])(?:${pattern.replaceAll("(?P<", "(?<")})(?![\\p{L}\\p{N}])`;
  try {
    return { pattern: new RegExp(source, "gu"), template };
  } catch {
    return undefined;
  }
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

/** The template with `values` in it; `{+name}` keeps what separates the parts of an address. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\+?)(\w+)\}/g, (_all, whole: string, name: string) => {
    const value = (values[name] ?? "").toWellFormed();
    return whole === "" ? encodeURIComponent(value) : encodeURI(value).replaceAll("%25", "%");
  });
}
