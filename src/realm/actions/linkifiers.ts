/** Patterns in texts that become links: made, changed and removed by administrators. */
import { badForm, Refusal } from "#realm/failures.ts";
import { compileLinkifier } from "#realm/html/linkifiers.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { LinkPattern } from "#realm/state/look.ts";
import { filtersView, linkifiersView } from "#realm/views/look.ts";
import { since } from "#wire/levels.ts";
import { variablesIn } from "./url-templates.ts";

export type LinkWish = Omit<LinkPattern, "id">;

/** Gives the new one's ID. */
export function addLinkifier(server: Server, wish: LinkWish): number {
  const id = server.state.newest.linkifier + 1;
  requireSound(server, { ...wish, id });
  save(server, [...server.state.look.linkifiers, { ...wish, id }]);
  return id;
}

export function updateLinkifier(server: Server, id: number, wish: LinkWish): void {
  const before = linkifierNumbered(server, id);
  requireSound(server, { ...wish, id });
  const { linkifiers } = server.state.look;
  save(
    server,
    linkifiers.map((one) => (one === before ? { ...wish, id } : one)),
  );
}

export function removeLinkifier(server: Server, id: number): void {
  const gone = linkifierNumbered(server, id);
  save(
    server,
    server.state.look.linkifiers.filter((one) => one !== gone),
  );
}

function linkifierNumbered({ state }: Server, id: number): LinkPattern {
  const found = state.look.linkifiers.find((one) => one.id === id);
  if (found === undefined) throw new Refusal("Linkifier not found.");
  return found;
}

function save(server: Server, linkifiers: readonly LinkPattern[]): void {
  commit(server, { kind: "linkifiers set", linkifiers });
  if (server.level >= since.linkifierTemplates) {
    announceToAll(server, "realm_linkifiers", { realm_linkifiers: linkifiersView(server) });
  } else announceToAll(server, "realm_filters", { realm_filters: filtersView(server) });
}

/** Throws unless it can be searched with, and its template names the groups that its pattern has. */
function requireSound({ state }: Server, { id, pattern, template }: LinkPattern): void {
  for (const [field, text] of Object.entries({ pattern, url_template: template }))
    if (text === "") throw badForm("This field cannot be blank.", field);
  const named = variablesIn(template);
  if (named === undefined) throw badForm("Invalid URL template.", "url_template");
  const complaint = complaintAbout(pattern);
  if (complaint !== undefined) throw badForm(`Bad regular expression: ${complaint}`);
  const groups = [...pattern.matchAll(/\(\?P?<(\w+)>/g)].map(([, name = ""]) => name);
  const strange = named.filter((name) => !groups.includes(name)).sort()[0];
  if (strange !== undefined)
    throw badForm(`Group '${strange}' in URL template is not present in linkifier pattern.`);
  const idle = groups.filter((name) => !named.includes(name)).sort()[0];
  if (idle !== undefined)
    throw badForm(`Group '${idle}' in linkifier pattern is not present in URL template.`);
  if (state.look.linkifiers.some((one) => one.pattern === pattern && one.id !== id)) {
    throw badForm("Realm filter with this Realm and Pattern already exists.");
  }
}

/** What real servers cannot search with, though this engine may; what stands in the parentheses is named. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/(\(\?<?[=!])/, "invalid perl operator"],
  [/(\\[1-9])/, "invalid escape sequence"],
  [/(?<=^|\||\()([*+])/, "no argument for repetition operator"],
  [/(?<=^|\|)(\?)/, "no argument for repetition operator"],
  [/(?<=[^(|*+?])([*+?]{3,}|[*+?][*+])/, "bad repetition operator"],
];

/** What is wrong with a pattern; undefined for one that can be searched with. */
function complaintAbout(pattern: string): string | undefined {
  // Of what is escaped, only numbers of groups matter; what stands in brackets is no operator.
  const bare = pattern.replace(/\\[^1-9]/g, "").replace(/\[\^?\]?[^\]]*\]/g, "x");
  for (const [found, what] of foreign) {
    const sign = found.exec(bare)?.[1];
    if (sign !== undefined) return `${what}: ${sign}`;
  }
  if (bare.includes("[")) return `missing ]: ${bare.slice(bare.indexOf("["))}`;
  if (compileLinkifier(pattern, "") !== undefined) return undefined;
  const opened = bare.match(/\(/g)?.length ?? 0;
  const closed = bare.match(/\)/g)?.length ?? 0;
  if (opened > closed) return `missing ): ${pattern}`;
  if (opened < closed) return `unexpected ): ${pattern}`;
  return `it cannot be read: ${pattern}`;
}
