/** The names that the tests of rendering resolve. */
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import type { RenderContext } from "#realm/html/context.ts";
import { compileLinkifier, type Linkifier } from "#realm/html/linkifiers.ts";

const people = [
  { id: 7, name: "Ada Brook", isActive: true },
  { id: 8, name: "Łukasz, O'Neill", isActive: true },
  { id: 9, name: "Gone Away", isActive: false },
];

const groups = [{ id: 5, name: "night watch" }];

const streams = [
  { id: 3, name: "design" },
  { id: 4, name: "Größe/日本 (x.y)" },
];

/** Throws for an invalid pattern. */
export function linkifier(pattern: string, template: string): Linkifier {
  const compiled = compileLinkifier(pattern, template);
  if (compiled === undefined) throw new SyntaxError(pattern);
  return compiled;
}

const linkifiers = [
  linkifier("#(?P<id>[0-9]{2,5})", "https://tickets.example/{id}"),
  linkifier("doc-(?P<name>[a-z/]+)", "https://docs.example/{name}"),
];

export const lookups: RenderContext = {
  realmUrl: "https://chat.example",
  brand: "svc",
  linkifiers,
  userById: (id) => people.find((person) => person.id === id),
  userByName: (name) => people.find((person) => person.name.toLowerCase() === name.toLowerCase()),
  groupByName: (name) => groups.find((group) => group.name === name),
  streamByName: (name) => streams.find((stream) => stream.name === name),
  customEmoji: (name) => (name === "party_parrot" ? "/user_avatars/1/parrot.gif" : undefined),
  emojiCode: (name) => emojiByName(name)?.code,
  emojiName: nameOfCode,
};
