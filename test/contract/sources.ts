/** Where in the program a heading of the document stands: its declaration, and how a person reaches it. */
import { globSync, readFileSync } from "node:fs";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";

const root = new URL("../..", import.meta.url).pathname;

const declarations = globSync("src/wire/endpoints/*.ts", { cwd: root })
  .sort()
  .map((path) => [path, readFileSync(root + path, "utf8")] as const);

/** The file that declares a call. */
export function declarationOf(call: string): string {
  const [method = "", path = ""] = call.split(" ");
  const opening = `method: "${method}",\n  path: "${path}",`;
  const found = declarations.find(([, text]) => text.includes(opening));
  if (found === undefined) throw new RangeError(`${call} is not declared.`);
  return found[0];
}

/** By the command's name, or a verb; every call can be made with `weir api`. */
const shortcuts: Readonly<Record<string, readonly string[]>> = {
  "POST /messages": ["composer.send"],
  "GET /events": ["weir"],
  "POST /mark_all_as_read": ["list.all"],
  "POST /messages/{message_id}/reactions": ["message.emoji", "message.thumbs-up"],
  "POST /drafts": ["composer.leave"],
  "PATCH /drafts/{draft_id}": ["composer.leave"],
  "GET /server_settings": ["weir login"],
  "GET /messages": ["list.open"],
};

/** The keys and verbs that reach a call, `weir api` left out. */
export function waysTo(call: string): readonly string[] {
  return (shortcuts[call] ?? []).map((way) => {
    if (way.startsWith("weir")) {
      const verb = way.replace(/^weir ?/, "");
      if (!verbs.some(({ name }) => name === verb)) throw new RangeError(`There is no ${way}.`);
      return `\`${way}\``;
    }
    const command = commands.find((one) => one.id === way);
    if (command === undefined) throw new RangeError(`There is no command ${way}.`);
    return `\`${command.keys[0]}\` (${command.title})`;
  });
}
