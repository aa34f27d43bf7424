import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus } = people;
const { as } = startRealm();
const her = as(ana);

type Term = { operator: string; operand: unknown; negated?: boolean };

async function ask(parameters: Body, who: number = ana): Promise<Body> {
  const { body } = await as(who).get("/messages", { num_before: 0, num_after: 0, ...parameters });
  if (body["result"] !== "success") throw new Error(String(body["msg"]));
  return body;
}

const idsOf = (body: Body): number[] => body["messages"].map(({ id }: Body) => id);

async function found(
  terms: readonly (Term | readonly string[])[],
  who: number = ana,
): Promise<number[]> {
  return idsOf(await ask({ anchor: "oldest", num_after: 5000, narrow: terms }, who));
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

  test("an ID is between what was asked for on both sides, and at the end without asking it is not the end", async () => {
    const body = await ask({ anchor: 108, num_before: 1, num_after: 1 });
    expect(idsOf(body)).toEqual([106, 108, 109]);
    expect(body).toMatchObject({ anchor: 108, found_anchor: true });
    expect(await ask({ anchor: 113, num_before: 2 })).toMatchObject({
      found_newest: false,
      found_anchor: true,
    });
    expect(await ask({ anchor: 113, num_after: 2 })).toMatchObject({
      found_newest: true,
      found_oldest: false,
    });
  });

  test("an anchor that is left out is not found, unless it is all there is", async () => {
    const body = await ask({ anchor: 108, num_after: 1, include_anchor: false });
    expect([idsOf(body), body["found_anchor"]]).toEqual([[109], false]);
    expect(idsOf(await ask({ anchor: 108, include_anchor: false }))).toEqual([108]);
  });

  test("the first unread skips what is muted, and without any it is the newest", async () => {
    expect(await ask({ anchor: "first_unread", num_after: 1 })).toMatchObject({
      anchor: 108,
      found_anchor: true,
    });
    const muted = [term("stream", "dev"), term("topic", "noise")];
    expect(await ask({ anchor: "first_unread", num_before: 1, narrow: muted })).toMatchObject({
      anchor: 1e16,
    });
    expect(await ask({ anchor: "5", num_after: 1, use_first_unread_anchor: true })).toMatchObject({
      anchor: 108,
    });
  });

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
    ["the same with oneself named", [term("dm", [ana, bo])], [110]],
    ["notes to oneself", [term("dm", [ana])], [112]],
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

  test("of a hidden stream are empty and not wrong", async () => {
    expect(await found([term("channel", "secret")], bo)).toEqual([]);
    expect(await found([term("channel", "other")], gus)).toEqual([]);
  });

  test("of what was never received carry flags that say so", async () => {
    const body = await ask({ anchor: "newest", num_before: 1, narrow: [term("channel", "other")] });
    expect(body["messages"][0].flags).toEqual(["read", "historical"]);
    expect((await as(don).get("/messages/107")).body["message"].flags).toEqual([
      "read",
      "historical",
    ]);
  });

  test("of public streams give a guest only what they received", async () => {
    expect(await found([term("channels", "public")], gus)).toEqual([101, 102, 103]);
  });

  test("with words show each in HTML, also to those who read Markdown", async () => {
    const narrow = [term("search", '"buzz buzz"')];
    const parameters = { anchor: "newest", num_before: 1, apply_markdown: false, narrow };
    expect((await ask(parameters))["messages"][0]).toMatchObject({
      content: "buzz buzz",
      match_content:
        '<p><span class="highlight">buzz</span> <span class="highlight">buzz</span></p>',
    });
  });
});

test("topics are listed by their newest message, in its spelling", async () => {
  const { body } = await her.get(`/users/me/${streams.general}/topics`);
  expect(body["topics"]).toEqual([{ name: "Hello", max_id: 103 }]);
  const dev = await her.get(`/users/me/${streams.dev}/topics`);
  expect(dev.body["topics"]).toEqual([
    { name: "noise", max_id: 109 },
    { name: "deploy", max_id: 108 },
  ]);
});

test("one message is its Markdown and its HTML", async () => {
  const { body } = await her.get("/messages/108");
  expect(body["raw_content"]).toBe("@**Ana Ruiz** look");
  expect(body["message"].content).toBe(
    `<p><span class="user-mention" data-user-id="${ana}">@Ana Ruiz</span> look</p>`,
  );
  expect(body["message"].flags).toEqual(["mentioned"]);
});

test("a message that called everybody before somebody had it does not call them", async () => {
  const { as: fresh } = startRealm();
  const id = await fresh(bo).say({ streamId: streams.dev, topic: "deploy" }, "@**all** hear");
  await fresh(don).post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  const newest = async (narrow: readonly Term[]) => {
    const asked = { anchor: "newest", num_before: 1, num_after: 0, narrow };
    return idsOf((await fresh(don).get("/messages", asked)).body);
  };
  expect(await newest([])).toEqual([id]);
  expect(await newest([{ operator: "is", operand: "mentioned" }])).not.toContain(id);
});
