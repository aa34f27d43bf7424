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

  test("pages in either direction together contain each message exactly once", async () => {
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
    ["a stream by name, ignoring case", [term("channel", "DEV")], [104, 105, 108, 109]],
    ["a stream by ID", [term("stream", streams.dev)], [104, 105, 108, 109]],
    [
      "pairs of strings",
      [
        ["stream", "dev"],
        ["topic", "DEPLOY"],
      ],
      [104, 108],
    ],
    ["a topic, ignoring case", [term("channel", 1), term("topic", "hello")], [101, 102, 103]],
    ["a negated topic", [term("channel", "dev"), term("topic", "noise", true)], [104, 108]],
    ["a stream's history that was never received", [term("channel", "other")], [107]],
    [
      "all public streams",
      [term("channels", "public"), term("sender", cleo)],
      [103, 107, 108, 109],
    ],
    ["direct messages with one user", [term("dm", [bo])], [110]],
    [
      "direct messages with one user by email and legacy operator",
      [term("pm-with", "bo@small.example")],
      [110],
    ],
    ["direct messages with one user, including oneself", [term("dm", [people.ana, bo])], [110]],
    ["notes to oneself", [term("dm", [people.ana])], [112]],
    ["direct messages including one user", [term("dm-including", bo)], [110, 111, 113]],
    ["group conversations including one user", [term("group-pm-with", bo)], [111, 113]],
    ["all direct messages", [term("is", "private")], [110, 111, 112, 113]],
    ["a sender", [term("sender", "cleo@small.example")], [103, 106, 108, 109, 113]],
    ["unread messages", [term("is", "unread")], [108, 109, 110, 113]],
    ["starred messages", [term("is", "starred")], [101]],
    ["mentions", [term("is", "mentioned")], [108]],
    ["messages with links", [term("has", "link")], [102]],
    ["in home, even if negated", [term("in", "home", true), term("channel", 2)], [104, 108]],
    ["one message by ID", [term("id", "108")], [108]],
    ["near, ignored by the server", [term("near", "108"), term("channel", 3)], [106]],
    ["with a message of a stream", [term("with", 105)], [105, 109]],
    ["with a received message of oneself, notes to oneself", [term("with", 110)], [112]],
    ["with a message of a group", [term("with", 113)], [111, 113]],
    ["with an unknown message, ignored", [term("with", 999), term("channel", 3)], [106]],
    ["contradictory streams", [term("channel", 1), term("channel", 2)], []],
    ["words", [term("search", "buzz")], [105, 109]],
    ["a phrase", [term("search", '"buzz buzz"')], [109]],
    ["a search, never negated", [term("search", "buzz", true)], [105, 109]],
    ["several searches, combined", [term("search", "buzz"), term("search", "noise")], [105, 109]],
    ["a stop word, without results", [term("search", "the")], []],
    ["whole words only", [term("search", "bu")], []],
    ["a negated has:link", [term("has", "link", true), term("channel", 1)], [101, 103]],
    ["an empty topic, which direct messages do not have", [term("topic", "")], []],
    ["web-public streams", [term("channels", "web-public")], []],
    ["two more contradictory streams", [term("channel", 2), term("channel", 3)], []],
  ];
  test.for(cases)("%s", async ([, terms, expected]) => {
    expect(await found(terms)).toEqual(expected);
  });
});
