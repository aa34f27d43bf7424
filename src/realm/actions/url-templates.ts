/** Templates of addresses: RFC 6570, with the variables in braces. */

/** The variables of a template; undefined when its braces do not match. */
export function variablesIn(template: string): readonly string[] | undefined {
  const rest = template.replace(/\{[^{}]+\}/g, "");
  if (/[{}]/.test(rest)) return undefined;
  return [...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.replace(/(?:\*|:\d+)$/, "")),
  );
}
