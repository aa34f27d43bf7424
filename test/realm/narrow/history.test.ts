import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { bo, cleo } = people;
const ana = startRealm().as(people.ana);

type Term = { operator: string; operand: unknown; negated?: boolean };

async function ask(parameters: Body): Promise<Body> {
  const { body } = await ana.get("/messages", { num_before: 0, num_after: 0, ...parameters });
  if (body["result"] !== "success") throw new Error(String(body["msg"]));
  return body;
}

const idsOf = (body: Body): number[] => body["messages"].map(({ id }: Body) => id);

async function found(terms: readonly (Term | readonly string[])[]): Promise<number[]> {
  return idsOf(await ask({ anchor: "oldest", num_after: 5000, narrow: terms }));
}

async function upFrom(narrow: readonly Term[], size: number): Promise<number[]> {
  const all: number[] = [];
  for (let anchor: number | string = "oldest"; ; anchor = all.at(-1) ?? 0) {
    const body = await ask({ anchor, include_anchor: false, narrow, num_after: size });
    all.push(...idsOf(body));
    if (body["found_newest"]) return all;
  }
}

async function downFrom(narrow: readonly Term[], size: number): Promise<number[]> {
  const all: number[] = [];
  for (let anchor: number | string = "newest"; ; anchor = all[0] ?? 0) {
    const body = await ask({ anchor, include_anchor: false, narrow, num_before: size });
    all.unshift(...idsOf(body));
    if (body["found_oldest"]) return all;
  }
}

const term = (operator: string, operand: unknown, negated = false): Term => ({
  operator,
  operand,
  negated,
});

describe("anchors", () => {
  const whole = [101, 102, 103, 104, 105, 106, 108, 109, 110, 111, 112, 113];

  test("pages in either direction put together are the whole, none twice and none missing", async () => {
    const narrows = [
      [],
      [term("stream", "dev")],
      [term("is", "dm")],
      [term("topic", "noise", true)],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...narrows),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        async (narrow, size, upwards) => {
          const all = upwards ? await upFrom(narrow, size) : await downFrom(narrow, size);
          expect(all).toEqual(await found(narrow));
        },
      ),
    );
    expect(await found([])).toEqual(whole);
  });
});

describe("narrows", () => {
  const cases: readonly (readonly [
    string,
    readonly (Term | readonly string[])[],
    readonly number[],
  ])[] = [
    ["a stream by name, in any case", [term("channel", "DEV")], [104, 105, 108, 109]],
    ["a stream by ID", [term("stream", streams.dev)], [104, 105, 108, 109]],
    [
      "a pair of words",
      [
        ["stream", "dev"],
        ["topic", "DEPLOY"],
      ],
      [104, 108],
    ],
    ["a topic in all spellings", [term("channel", 1), term("topic", "hello")], [101, 102, 103]],
    ["not a topic", [term("channel", "dev"), term("topic", "noise", true)], [104, 108]],
    ["history that was never received", [term("channel", "other")], [107]],
    [
      "all public streams",
      [term("channels", "public"), term("sender", cleo)],
      [103, 107, 108, 109],
    ],
    ["two people", [term("dm", [bo])], [110]],
    ["two people by address, in the old word", [term("pm-with", "bo@small.example")], [110]],
    ["the same with oneself named", [term("dm", [people.ana, bo])], [110]],
    ["notes to oneself", [term("dm", [people.ana])], [112]],
    ["all with one person", [term("dm-including", bo)], [110, 111, 113]],
    ["groups with one person", [term("group-pm-with", bo)], [111, 113]],
    ["all conversations", [term("is", "private")], [110, 111, 112, 113]],
    ["a sender", [term("sender", "cleo@small.example")], [103, 106, 108, 109, 113]],
    ["the unread", [term("is", "unread")], [108, 109, 110, 113]],
    ["the starred", [term("is", "starred")], [101]],
    ["what calls you", [term("is", "mentioned")], [108]],
    ["what has links", [term("has", "link")], [102]],
    ["home, negated or not", [term("in", "home", true), term("channel", 2)], [104, 108]],
    ["one ID", [term("id", "108")], [108]],
    ["near is for the client", [term("near", "108"), term("channel", 3)], [106]],
    ["with a message of a stream", [term("with", 105)], [105, 109]],
    ["with a received message between two, notes to oneself", [term("with", 110)], [112]],
    ["with a message of a group", [term("with", 113)], [111, 113]],
    ["with what nobody knows", [term("with", 999), term("channel", 3)], [106]],
    ["contradictions", [term("channel", 1), term("channel", 2)], []],
    ["words", [term("search", "buzz")], [105, 109]],
    ["a phrase", [term("search", '"buzz buzz"')], [109]],
    ["words that cannot be negated", [term("search", "buzz", true)], [105, 109]],
    ["several searches as one", [term("search", "buzz"), term("search", "noise")], [105, 109]],
    ["what is in every text, nowhere", [term("search", "the")], []],
    ["words, not parts of them", [term("search", "bu")], []],
    ["not what is a stream's link", [term("has", "link", true), term("channel", 1)], [101, 103]],
    ["direct messages as such without a topic", [term("topic", "")], [110, 111, 112, 113]],
    ["web-public streams, as far as one received them", [term("channels", "web-public")], []],
    ["of two streams, what the last allows", [term("channel", 2), term("channel", 3)], []],
  ];
  test.for(cases)("find %s", async ([, terms, expected]) => {
    expect(await found(terms)).toEqual(expected);
  });
});
