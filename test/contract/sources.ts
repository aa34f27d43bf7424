/** Where in the program a row of the document stands: its declaration, the realm's route, the command that reaches it. */
import { globSync, readFileSync } from "node:fs";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";
import { type LevelName, levels } from "#wire/levels.ts";
import type { Said } from "./rows/said.ts";

const root = new URL("../..", import.meta.url).pathname;

function texts(pattern: string): readonly (readonly [path: string, text: string])[] {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((path) => [path, readFileSync(root + path, "utf8")] as const);
}

const declarations = texts("src/wire/endpoints/*.ts").filter(([path]) => !/\/all\.ts$/.test(path));
const routes = texts("src/realm/routes/*.ts").filter(([path]) => !/\/all\.ts$/.test(path));
const program = texts("src/{wire,realm}/**/*.ts");

/** The file that declares a call and the name it declares it by. */
function declared(call: string): { readonly path: string; readonly name: string } {
  const [method = "", path = ""] = call.split(" ");
  for (const [file, text] of declarations) {
    const found = [
      ...text.matchAll(/export const (\w+) = endpoint\(\{\s*method: "(\w+)",\s*path: "([^"]+)"/g),
    ].find(([, , one, other]) => one === method && other === path);
    if (found?.[1] !== undefined) return { path: file, name: found[1] };
  }
  throw new RangeError(`${call} is not declared.`);
}

/** The file of the realm's routes that answers a call. */
function routed(call: string): string {
  const { path, name } = declared(call);
  const from = path.replace("src/", "#");
  const found = routes.find(([, text]) => {
    if (!text.includes(`"${from}"`)) return false;
    const alias = new RegExp(`\\b${name} as (\\w+)`).exec(text)?.[1] ?? name;
    return new RegExp(`\\b(?:route|deed)\\(\\s*(?:\\w+\\.)?${alias},`).test(text);
  });
  if (found === undefined) throw new RangeError(`The realm has no route for ${call}.`);
  return found[0];
}

function files(paths: readonly string[]): string {
  return [...new Set(paths)].map((path) => `\`${path}\``).join(", ");
}

const realmFiles = program.filter(([path]) => /^src\/realm\/(?!html|seed)/.test(path));

function having(paths: typeof program, pattern: RegExp): readonly string[] {
  return paths.flatMap(([path, text]) => (pattern.test(text) ? [path] : []));
}

/** The changes that the table of levels names for a level. */
function changesAt(level: number): readonly LevelName[] {
  const names = Object.keys(levels) as LevelName[];
  return names.filter((name) => levels[name].level === level);
}

/** The rows of the table of levels, and the declarations of endpoints that differ there. */
function declaredAt(level: number): readonly string[] {
  const first = new RegExp(`\\b(?:since|deprecated): ${level}\\b`);
  const last = new RegExp(`\\b(?:until|jsonUntil): ${level - 1}\\b`);
  const rows = having(
    program.filter(([path]) => path.startsWith("src/wire/levels/")),
    new RegExp(`^    level: ${level},$`, "m"),
  );
  const endpoints = declarations.filter(([, text]) => first.test(text) || last.test(text));
  return [...rows, ...endpoints.map(([path]) => path)];
}

/** Where the realm asks for a change by its name; keys and parameters are sifted in one place for all. */
function answeredAt(level: number): readonly string[] {
  const names = changesAt(level);
  const asking = names.flatMap((name) =>
    having(realmFiles, new RegExp(`\\b(?:since|levels)\\.${name}\\b`)),
  );
  const sifted = names.some((name) => "keys" in levels[name] || "renamed" in levels[name]);
  const isRead = declaredAt(level).some((path) => path.startsWith("src/wire/endpoints/"));
  return [
    ...asking,
    ...(sifted ? ["src/realm/levels.ts"] : []),
    ...(isRead ? ["src/realm/handle.ts", "src/realm/parameters.ts"] : []),
  ];
}

const levelOf = ({ key }: Said): number => Number(key.split(" ")[1]);

/** The distinguishing key of each form of a changed person. */
const personKeys: Readonly<Record<string, string>> = {
  avatar: "avatar_version",
  "time zone": "timezone",
  "billing role": "is_billing_admin",
  "delivery email": "delivery_email",
  "custom profile field": "custom_profile_field",
  "API email": "new_email",
};

/** Where the realm announces an event of a type, or a person with that key. */
function announcing({ kind, key }: Said): readonly string[] {
  const name = key.replace(/^\w+ /, "");
  const word = kind === "person" ? `\\b${personKeys[name]}\\b` : `"${name}"`;
  const actions = program.filter(([path]) => /^src\/realm\/(?:actions|routes)\//.test(path));
  const telling = kind === "person" ? having(actions, /"realm_user"|tellPerson/) : [];
  const naming = having(actions, new RegExp(word));
  return kind === "person" ? naming.filter((path) => telling.includes(path)) : naming;
}

export function declarationOf(row: Said): string {
  const { kind, calls, resource } = row;
  if (resource !== undefined) return files([resource.declared]);
  if (kind === "event" || kind === "person") return files(["src/wire/events.ts"]);
  if (kind === "level") return files(declaredAt(levelOf(row)));
  return files(calls.map((call) => declared(call).path));
}

export function routeOf(row: Said): string {
  const { kind, calls, resource } = row;
  if (resource !== undefined) return files([resource.shown]);
  if (kind === "event" || kind === "person") return files(announcing(row));
  return files(kind === "level" ? answeredAt(levelOf(row)) : calls.map(routed));
}

/** How a person who does not type calls reaches one: keys by the command's name, or a verb. */
const shortcuts: Readonly<Record<string, readonly string[]>> = {
  "POST /messages": ["composer.send"],
  "GET /events": ["weir"],
  "POST /mark_all_as_read": ["triage.done-all"],
  "POST /messages/{message_id}/reactions": ["message.emoji", "message.thumbs-up"],
  "POST /drafts": ["composer.leave"],
  "PATCH /drafts/{draft_id}": ["composer.leave"],
  "GET /server_settings": ["weir login"],
  "GET /messages": ["list.open"],
};

function keysOf(id: string): string {
  const command = commands.find((one) => one.id === id);
  if (command === undefined) throw new RangeError(`There is no command ${id}.`);
  return `\`${command.keys[0]}\` (${command.title})`;
}

function shortcutsOf(call: string): readonly string[] {
  return (shortcuts[call] ?? []).map((way) => {
    if (!way.startsWith("weir")) return keysOf(way);
    const verb = way.replace(/^weir ?/, "");
    if (!verbs.some(({ name }) => name === verb)) throw new RangeError(`There is no ${way}.`);
    return `\`${way}\``;
  });
}

/** The call on the command line; for an endpoint as such, the shorter ways to it as well. */
export function commandFor({ calls, kind, key }: Said): string {
  if (kind === "level") return `\`weir realm --level ${key.split(" ")[1]}\``;
  if (kind === "convention") return "`weir api`";
  const name = kind === "parameter" ? key.split(" ").at(-1) : undefined;
  const isOfPath = name !== undefined && key.includes(`{${name}}`);
  const field = name === undefined || isOfPath ? "" : ` -f ${name}=…`;
  const ways = calls.flatMap((call) => [
    `\`weir api ${call}${field}\``,
    ...(kind === "endpoint" ? shortcutsOf(call) : []),
  ]);
  return ways.join(", ");
}
