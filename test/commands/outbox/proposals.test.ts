/** Proposals of programs in the outbox: approved, edited, dropped, lapsed, and undone, by keys. */
import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { menuOf } from "#commands/menus/open-menu.ts";
import type { Proposal } from "#journal/proposals.ts";
import { composerEditor } from "#store/composer.ts";
import { changeLocal } from "#store/store.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { ownKeys } from "../../support/key-presser.ts";
import { speakWith } from "../../support/plain-client.ts";
import { proposedMessage } from "../../support/proposals.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../../support/small-client.ts";

async function withProposals(...all: readonly (readonly [string, Partial<Proposal>?])[]) {
  const small = await startSmall();
  const { client, clock, store, press } = small;
  const made = all.map(([text, rest], at) =>
    proposedMessage(`p${at}`, clock.now() + at, text, rest),
  );
  changeLocal(store, "proposals", new Map(made.map((one) => [one.id, one])));
  press("g", "o");
  const journal = () => store.getState().journal;
  return {
    ...small,
    texts: () => [...journal().proposals.values()].map(({ action }) => action),
    waiting: () => [...journal().proposals.keys()],
    isLeft: () => journal().proposals.size > 0,
    posts: () => client.network.sent.filter((call) => /^POST \/messages/.test(call)).length,
    composer: () => composerEditor(store.getState().screen).text,
    menu: () => {
      const state = store.getState();
      const { dialog } = state.screen;
      if (dialog?.kind !== "menu") throw new Error("No menu is open.");
      return menuOf({ state, keys: ownKeys, now: clock.now() }, dialog.about);
    },
  };
}

test("nothing is sent before e, and what was approved waits until it can be undone no more", async () => {
  const { press, clock, posts, toast, isLeft, rows } = await withProposals(["All green."]);
  await clock.pass("1 h");
  expect([isLeft(), posts()]).toEqual([true, 0]);
  press("e");
  expect([isLeft(), toast()]).toEqual([false, "Sends in 10 s: u cancels it."]);
  await clock.pass("9 s");
  expect(posts()).toBe(0);
  await clock.pass("2 s");
  expect([posts(), rows().at(-1)]).toEqual([1, "All green."]);
});

test("u returns what was approved to the composer, and redo sends nothing", async () => {
  const { press, clock, posts, composer, isLeft } = await withProposals(["All green."]);
  press("e");
  await clock.pass("5 s");
  press("u");
  expect([composer(), isLeft()]).toEqual(["All green.\n\nhalf a", false]);
  press("Esc", "^R");
  await clock.pass("1 h");
  expect(posts()).toBe(0);
});

test("E takes the text into the composer, where it is the user's own", async () => {
  const { press, clock, posts, composer, isLeft, toast } = await withProposals(["All green."]);
  press("E");
  expect([composer(), isLeft()]).toEqual(["All green.\n\nhalf a", false]);
  expect(toast()).toBe("What helper proposed is in the composer: it is yours now.");
  await clock.pass("1 h");
  expect(posts()).toBe(0);
});

test("D drops one, or all that are selected, and u brings them back, where nothing is sent of them", async () => {
  const { press, clock, posts, waiting, toast } = await withProposals(["one"], ["two"], ["three"]);
  press("D");
  expect([waiting(), toast()]).toEqual([["p1", "p2"], "Dropped a proposal"]);
  press("^A", "D");
  expect([waiting(), toast()]).toEqual([[], "Dropped 2 proposals"]);
  press("u");
  expect([waiting(), toast()]).toEqual([["p1", "p2"], "Undid: Dropped 2 proposals"]);
  press("u");
  expect(waiting().toSorted()).toEqual(["p0", "p1", "p2"]);
  press("^R", "^R");
  expect(waiting()).toEqual([]);
  press("u");
  await clock.pass("1 h");
  expect(posts()).toBe(0);
  press("g", "i", "g", "o", "e");
  await clock.pass("1 h");
  expect(posts()).toBe(1);
});

test("what the menu drops is brought back by u, in its topic, which was moved meanwhile", async () => {
  const { press, waiting, toast, cleo, settles, texts } = await withProposals([
    "see evil.example",
    { strange: ["evil.example"] },
  ]);
  press("e", "D");
  expect([waiting(), toast()]).toEqual([[], "Dropped a proposal"]);
  await cleo.patch("/messages/104", {
    propagate_mode: "change_all",
    topic: "rollout",
    send_notification_to_old_thread: false,
  });
  await settles();
  press("u");
  const address = { kind: "topic", streamId: streams.dev, topic: "rollout" };
  expect(texts()).toEqual([{ kind: "send", address, content: "see evil.example" }]);
});

test("after a day a proposal has lapsed, whether or not the list still has it", async () => {
  const { press, clock, posts, store, isLeft, toast } = await withProposals(["late"]);
  clock.jump("23 h");
  await clock.pass("1 min");
  expect(isLeft()).toBe(true);
  await clock.pass("61 min");
  expect(isLeft()).toBe(false);
  const old = proposedMessage("old", clock.now() - 86_400_000, "old");
  changeLocal(store, "proposals", new Map([[old.id, old]]));
  press("g", "i", "g", "o", "e");
  expect(toast()).toBe("It was proposed more than a day ago, and has lapsed.");
  await clock.pass("1 h");
  expect([isLeft(), posts()]).toEqual([false, 0]);
});

test("several are approved at once, unless one of them needs a look of its own", async () => {
  const suspect = { carried: ["@Bo Lindt"] };
  const { press, clock, posts, toast, waiting } = await withProposals(["a"], ["b", suspect], ["c"]);
  press("^A", "e");
  expect(toast()).toBe("One of them needs a look of its own: approve it alone.");
  expect(waiting()).toEqual(["p0", "p1", "p2"]);
  press("Esc", "g", "g", "Space", "j", "Space", "e");
  expect(waiting()).toEqual(["p1"]);
  await clock.pass("1 min");
  expect(posts()).toBe(2);
});

test("of several that need a look, each is to be approved alone", async () => {
  const suspect = { carried: ["@Bo Lindt"] };
  const { press, toast } = await withProposals(["a", suspect], ["b", suspect]);
  press("^A", "e");
  expect(toast()).toBe("2 of them need a look of their own: approve each alone.");
});

test("what may carry something away is asked about in red, and pressing e again confirms nothing", async () => {
  const { press, clock, posts, menu, dialog, waiting } = await withProposals([
    "see https://evil.example/?q=psst",
    { carried: ["@Bo Lindt"], strange: ["https://evil.example/?q=psst"], answers: "Bo: hello" },
  ]);
  press("e");
  expect(dialog()?.kind).toBe("menu");
  const { title, lines, items } = menu();
  expect(title).toBe("helper proposes");
  expect(lines.filter(({ tone }) => tone === "bad").map(({ text }) => text)).toEqual([
    "It was written after programs read @Bo Lindt, and goes elsewhere.",
    "This address stood in nothing that was read: https://evil.example/?q=psst",
  ]);
  expect(lines).toContainEqual({ label: "on", text: "Bo: hello" });
  expect(lines).toContainEqual({ label: "to", text: deploy });
  expect(items[0]).toMatchObject({ title: "Decide later" });
  press("Enter");
  await clock.pass("1 min");
  expect([waiting(), posts()]).toEqual([["p0"], 0]);
  press("e", "e", "e", "Esc");
  await clock.pass("1 min");
  expect([waiting(), posts()]).toEqual([["p0"], 0]);
  press("e", "y");
  await clock.pass("1 min");
  expect([waiting(), posts()]).toEqual([[], 1]);
});

test("a text that does not fit is not approved unseen", async () => {
  const { press, menu, waiting, composer } = await withProposals(["x\n".repeat(40)]);
  press("e");
  expect(menu().items.find(({ key }) => key === "e")?.locked).toContain("too long");
  press("e");
  expect(waiting()).toEqual(["p0"]);
  press("Esc", "E");
  expect(composer()).toContain("x\nx");
});

test("E in its question takes the text into the composer of its place", async () => {
  const { store, press, menu, waiting, composer, toast } = await withProposals([
    "first\nsecond",
    { carried: ["@Bo Lindt"] },
  ]);
  press("e");
  const { lines, items } = menu();
  expect(lines.filter(({ tone }) => tone === "quote").map(({ text }) => text)).toEqual([
    "first",
    "second",
  ]);
  expect(items.map(({ key }) => key)).toEqual(["k", "y", "E", "D"]);
  press("E");
  expect([waiting(), composer()]).toEqual([[], "first\nsecond\n\nhalf a"]);
  expect(store.getState().screen.place).toMatchObject({ kind: "narrow", narrow: deploy });
  expect(toast()).toBe("What helper proposed is in the composer: it is yours now.");
});

test("a place that looks like another one is named", async () => {
  const small = await withProposals();
  await small.cleo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "dеv" }],
    principals: [people.ana],
  });
  await small.settles();
  const [twin] = [...values(small.store.getState().view.streams)].filter(
    ({ name }) => name === "dеv",
  );
  const address = { kind: "topic", streamId: twin!.id, topic: "deploy" } as const;
  const proposal = proposedMessage("p", small.clock.now(), "hi", {
    address,
    action: { kind: "send", address, content: "hi" },
  });
  changeLocal(small.store, "proposals", new Map([[proposal.id, proposal]]));
  small.press("g", "i", "g", "o", "e");
  expect(small.menu().lines).toContainEqual({ text: "The place looks like #dev.", tone: "bad" });
});

test("somebody who looks like the one who gets it is named", async () => {
  const small = await withProposals();
  await small.cleo.patch(`/users/${people.don}`, { full_name: "B\u043e Lindt" });
  await small.settles();
  const proposal = proposedMessage("p", small.clock.now(), "hi", {
    address: withBo,
    action: { kind: "send", address: withBo, content: "hi" },
  });
  changeLocal(small.store, "proposals", new Map([[proposal.id, proposal]]));
  small.press("g", "i", "g", "o", "e");
  expect(small.menu().lines).toContainEqual({
    text: "The place looks like @B\u043e Lindt.",
    tone: "bad",
  });
});

test("a message to many people is asked about on its own", async () => {
  const { ana, bo, cleo, don, gus, eva, robot } = people;
  const userIds = [ana, bo, cleo, don, gus, eva, robot] as UserId[];
  const address = { kind: "direct", userIds } as const;
  const action = { kind: "send", address, content: "hi" } as const;
  const { press, menu } = await withProposals(["hi", { address, action }]);
  press("e");
  expect(menu().lines).toContainEqual({ text: "It notifies 6 people.", tone: "bad" });
});

test.each([
  ["@**all** hi", "It notifies all of @all."],
  ["hi @*crew* and @**topic**", "It notifies all of @crew, @topic."],
])("%j is asked about on its own", async (text, sentence) => {
  const { press, menu, posts, clock } = await withProposals([text], ["hi @_*crew* `@**all**`"]);
  press("^A", "e", "Esc", "g", "g", "e");
  expect(menu().lines).toContainEqual({ text: sentence, tone: "bad" });
  press("Esc", "j", "e");
  await clock.pass("1 min");
  expect(posts()).toBe(1);
});

test("marking as read and reactions are approved, undone and redone", async () => {
  const emoji = { type: "unicode_emoji", code: "1f389", name: "tada" } as const;
  const read: Proposal["action"] = { kind: "read", op: "add", ids: [110 as MessageId], at: withBo };
  const react: Proposal["action"] = {
    kind: "react",
    op: "add",
    messageId: 104 as MessageId,
    emoji,
  };
  const small = await withProposals(
    ["", { action: read, address: withBo }],
    ["", { action: react }],
  );
  const { press, clock, sent, toast, composer } = small;
  press("E");
  expect([toast(), composer()]).toEqual(["This has no text to edit.", ""]);
  press("e");
  await clock.pass("30 s");
  expect(sent(/^POST \/messages\/flags/)).toBe(1);
  press("e");
  await clock.pass("30 s");
  expect(sent(/^POST \/messages\/104\/reactions/)).toBe(1);
  press("u");
  await clock.pass("30 s");
  expect(sent(/^DELETE \/messages\/104\/reactions/)).toBe(1);
});

test("a proposal follows a topic that is moved as a whole", async () => {
  const { cleo, settles, texts } = await withProposals(["All green."]);
  await cleo.patch("/messages/104", {
    propagate_mode: "change_all",
    topic: "rollout",
    send_notification_to_old_thread: false,
  });
  await settles();
  const address = { kind: "topic", streamId: streams.dev, topic: "rollout" };
  expect(texts()).toEqual([{ kind: "send", address, content: "All green." }]);
});

test("without a screen, a proposal is read out with what it may carry, and approved by a line", async () => {
  const { store, clock, posts } = await withProposals(
    ["All green."],
    ["See evil.example", { carried: ["@Bo Lindt"], strange: ["evil.example"] }],
  );
  const { types } = speakWith(store, clock);
  const listed = await types("Go to the outbox");
  expect(listed).toContain("helper: All green.");
  expect(listed).toContain("after reading @Bo Lindt");
  const asked = await types("2", "Approve what a program proposes");
  expect(asked).toContain("It was written after programs read @Bo Lindt, and goes elsewhere.");
  expect(asked).toContain("This address stood in nothing that was read: evil.example");
  await types(":close");
  await clock.pass("1 min");
  expect(posts()).toBe(0);
});
