/** Finds the file that declares an endpoint of the document. */
import { globSync, readFileSync } from "node:fs";

const root = new URL("../..", import.meta.url).pathname;

const declarations = globSync("src/wire/endpoints/*.ts", { cwd: root })
  .sort()
  .map((path) => [path, readFileSync(root + path, "utf8")] as const);

export function declarationOf(call: string): string {
  const found = declarations.find(([, text]) => text.includes(`endpoint("${call}"`));
  if (found === undefined) throw new RangeError(`${call} is not declared.`);
  return found[0];
}
