/** The realm's link patterns, such as `#1234` for a ticket. */

/** A compiled row of `realm_linkifiers`. */
export type Linkifier = {
  readonly pattern: RegExp;
  readonly template: string;
};

/** Undefined for patterns that this engine does not support; servers refuse most of these. */
export function compileLinkifier(pattern: string, template: string): Linkifier | undefined {
  // A match follows a boundary and is not followed by a letter or digit.
  const source = `(?<![^\\s'"(,:<])(?:${pattern.replaceAll("(?P<", "(?<")})(?![\\p{L}\\p{N}])`;
  try {
    return { pattern: new RegExp(source, "gu"), template };
  } catch {
    return undefined;
  }
}

export type Linkified = { readonly at: number; readonly text: string; readonly url: string };

/** All matches of the pattern in `text`, in order. */
export function linkified(text: string, { pattern, template }: Linkifier): readonly Linkified[] {
  return [...text.matchAll(pattern)]
    .filter((found) => found[0] !== "")
    .map((found) => ({
      at: found.index,
      text: found[0],
      url: expand(template, found.groups ?? {}),
    }));
}

/** Expands the template with `values`; `{+name}` keeps reserved characters. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\+?)(\w+)\}/g, (_all, whole: string, name: string) => {
    const value = (values[name] ?? "").toWellFormed();
    return whole === "" ? encodeURIComponent(value) : encodeURI(value).replaceAll("%25", "%");
  });
}
