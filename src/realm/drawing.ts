/** Texts as HTML, and whom they address: drawn when first needed, and remembered for a while. */
import { remembered } from "#base/remembered.ts";
import { effectiveMembers, type People } from "#realm/state/people.ts";
import type { State } from "#realm/state/state.ts";
import type { Drawing } from "./server.ts";

const everybody = new Set(["all", "everyone", "stream", "channel"]);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function mentionsIn(people: People, content: string): Drawing["mentions"] {
  const named = new Set<number>();
  let all = false;
  let topic = false;
  for (const [, name = "", id] of content.matchAll(/@\*\*([^*|`\\>"@]*)(?:\|(\d+))?\*\*/g)) {
    if (everybody.has(name)) all = true;
    else if (name === "topic") topic = true;
    else for (const person of namesakes(people, name, id)) named.add(person);
  }
  for (const member of groupMembersIn(people, content)) named.add(member);
  return { people: [...named], everybody: all, topic };
}

function groupMembersIn(people: People, content: string): number[] {
  return [...content.matchAll(/(?<![*@])@\*([^*]+)\*(?!\*)/g)].flatMap(([, name = ""]) => {
    const group = [...people.groups.values()].find((one) => one.name === name && !one.isSystem);
    return group === undefined ? [] : [...effectiveMembers(people, group.id)];
  });
}

function namesakes(people: People, name: string, id: string | undefined): number[] {
  if (id !== undefined) {
    const person = people.byId.get(Number(id));
    return person !== undefined && (name === "" || person.fullName === name) ? [person.id] : [];
  }
  const wanted = name.toLowerCase();
  for (const person of people.byId.values()) {
    if (person.fullName.toLowerCase() === wanted) return person.isActive ? [person.id] : [];
  }
  return [];
}

/** Draws texts with the names of these people. */
export function drawingOf({ people }: Pick<State, "people">): (content: string) => Drawing {
  return remembered(4_000, (content) => ({
    html: `<p>${escaped(content).replaceAll("\n", "<br>\n")}</p>`,
    mentions: content.includes("@") ? mentionsIn(people, content) : nobody,
  }));
}

const nobody: Drawing["mentions"] = { people: [], everybody: false, topic: false };
