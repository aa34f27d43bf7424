/** Parsing of search queries to the server's terms. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { searchChoices } from "#commands/search/completing.ts";
import type { TimeReader } from "#commands/search/day.ts";
import { operatorList, operators } from "#commands/search/operators.ts";
import { queryOf } from "#commands/search/query.ts";
import { inputOf } from "#editor/input.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { acme, ana, backend, bo, mei, ops, you } from "../../support/acme.ts";

const view = acme();
const readTime: TimeReader = {
  read: (typed) => (typed === "today" ? { kind: "time", from: 1000, to: 2000 } : undefined),
  written: () => "today",
};
const words = (operand: string) => ({ operator: "search", operand });

test.for([
  ["pool size", [words("pool size")]],
  ['"pool size" now', [words('"pool size" now')]],
  ["sender:ana pool", [{ operator: "sender", operand: ana }, words("pool")]],
  ['from:"Ana Ruiz"', [{ operator: "sender", operand: ana }]],
  ["sender:user3@acme.example", [{ operator: "sender", operand: bo }]],
  ["sender:me", [{ operator: "sender", operand: you }]],
  ["-sender:Ana|2", [{ operator: "sender", operand: ana, negated: true }]],
  [
    'stream:Backend topic:"deploy window"',
    [
      { operator: "stream", operand: backend },
      { operator: "topic", operand: "deploy window" },
    ],
  ],
  ["mentions:ana", [{ operator: "mentions", operand: ana }]],
  ["mentions:me", [{ operator: "is", operand: "mentioned" }]],
  ["is:muted", [{ operator: "is", operand: "muted" }]],
  ["channels:archived", [{ operator: "streams", operand: "archived" }]],
  ["/po+l size/ now", [{ operator: "pattern", operand: "po+l size" }, words("now")]],
  ["/var/log", [words("/var/log")]],
  ["channel:#ops", [{ operator: "stream", operand: ops }]],
  ["in:backend", [{ operator: "stream", operand: backend }]],
  ["in:home", [{ operator: "in", operand: "home" }]],
  ['dm:mei,"Bo Lindqvist",me', [{ operator: "dm", operand: [bo, mei] }]],
  ["dm:me", [{ operator: "dm", operand: [you] }]],
  [
    "is:Private has:link",
    [
      { operator: "is", operand: "dm" },
      { operator: "has", operand: "link" },
    ],
  ],
  ["mentions:me", [{ operator: "is", operand: "mentioned" }]],
  ["before:today", [{ operator: "until", operand: 1000 }]],
  ["after:today", [{ operator: "since", operand: 2000 }]],
  ["-before:today", [{ operator: "since", operand: 1000 }]],
  ["-after:today", [{ operator: "until", operand: 2000 }]],
  [
    "on:today",
    [
      { operator: "since", operand: 1000 },
      { operator: "until", operand: 2000 },
    ],
  ],
  ["https://a.example/x std::map 12:30", [words("https://a.example/x std::map 12:30")]],
  ["Error: gone", [words("Error: gone")]],
] as const)("%s is parsed to terms", ([text, terms]) => {
  expect(queryOf(view, text, readTime)).toMatchObject({ kind: "terms", terms });
});

test.for([
  ["snder:ana", "There is no operator snder: did you mean sender:?"],
  ["before:soup", 'before: "soup" is not a day. Examples: 2026-11-20, yesterday.'],
  ["on:", "on: needs a day or a time."],
  ["-on:today", "-on: cannot be searched for; before: and after: can."],
  ["/(?=a)/", "/(?=a)/ is not a pattern: Unsupported kind of group."],
  ["sender:zoe", 'There is no person "zoe".'],
  ["sender:", "sender: needs a person."],
  ["stream:kitchen", 'There is no stream "kitchen".'],
  ["has:money", 'has: takes link, image, attachment, reaction; not "money".'],
  ["id:x", "id: needs a message ID."],
  ["stream:ops dm:ana", "A message is in a stream or direct: stream: and topic: exclude dm:."],
  ["topic:a topic:b", "topic: is given twice; no message matches both."],
] as const)("%s is reported as invalid", ([text, sentence]) => {
  expect(queryOf(view, text, readTime)).toEqual({ kind: "problem", sentence });
});

test("an archived stream is found if no other is, one that is out of reach is not", () => {
  const stream = get(view.streams, ops);
  if (stream === undefined) throw new RangeError("#ops is not there.");
  const attic = { ...stream, id: 98 as StreamId, name: "attic", isArchived: true };
  const cellar = { ...stream, id: 97 as StreamId, name: "cellar" };
  const all = { ...view, archived: new Map([attic, cellar].map((one) => [one.id, one])) };
  for (const text of ["stream:att", "in:attic", "stream:98"])
    expect(queryOf(all, text, readTime), text).toMatchObject({
      terms: [{ operator: "stream", operand: 98 }],
      meaning: "stream #attic",
    });
  const both = { ...stream, id: 96 as StreamId, name: "attic room" };
  const again = { ...all, streams: put(view.streams, both.id, both, newBatch("streams")) };
  expect(queryOf(again, "stream:att", readTime)).toMatchObject({ terms: [{ operand: 96 }] });
  expect(queryOf(all, "stream:cell", readTime)).toMatchObject({
    sentence: expect.stringMatching(/cellar is archived, or not accessible/),
  });
});

test("the beginning of several names is ambiguous, a full name is not", () => {
  const one = get(view.people, ana);
  if (one === undefined) throw new RangeError("Ana is not there.");
  const other = { ...one, id: 99 as UserId, name: "Ana Lima", email: "lima@acme.example" };
  const both = { ...view, people: put(view.people, other.id, other, newBatch("people")) };
  const sentence = '"ana" matches several people: @Ana Ruiz, @Ana Lima.';
  expect(queryOf(both, "sender:ana", readTime)).toEqual({ kind: "problem", sentence });
  expect(queryOf(both, 'sender:"ana lima"', readTime)).toMatchObject({ terms: [{ operand: 99 }] });
});

const choicesFor = (text: string, recent: readonly string[] = []) =>
  searchChoices(view, { kind: "search", input: inputOf(text), chosen: -1 }, recent);

test.for([
  ["se", "sender:"],
  ["pool -ha", "pool -has:"],
  ["sender:an", 'sender:"Ana Ruiz" '],
  ["stream:back", "stream:backend "],
  ["stream:backend topic:depl", 'stream:backend topic:"deploy window" '],
  ["dm:ana,me", 'dm:ana,"Mei Tanaka" '],
  ["is:st", "is:starred "],
  ["mentions:an", 'mentions:"Ana Ruiz" '],
] as const)("%s is completed to %s", ([text, completed]) => {
  expect(choicesFor(text)[0]).toMatchObject({ text: completed });
});

test("an empty query offers the recent searches, then the operators", () => {
  const choices = choicesFor("", ["pool", "has:link"]);
  expect(choices.slice(0, 3)).toMatchObject([
    { kind: "recent", text: "pool" },
    { kind: "recent", text: "has:link" },
    { kind: "operator", text: "sender:" },
  ]);
});

test("the list of operators names all of them, and the completion offers each", () => {
  const offered = choicesFor("x ").map((choice) => (choice.kind === "hit" ? "" : choice.title));
  for (const { name } of operators) {
    expect(operatorList).toContain(`${name}:`);
    expect(offered).toContain(`${name}:`);
  }
  expect(operatorList).toContain("from:");
});
