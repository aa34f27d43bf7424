/**
 * Thirty sends, edits, reactions, drafts and scheduled messages with faults: afterwards each text is on the server once,
 * or still in the outbox or the drafts, and each conversation has its messages in the order of writing.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import type { Action, Address } from "#journal/intent.ts";
import type { Message } from "#model/message.ts";
import { addIntents } from "#store/store.ts";
import { type LineState, startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { type FaultKind, faultKinds } from "../support/faults.ts";
import { memoryFile } from "../support/memory-file.ts";
import { callerOf, startRealm, whileClockRuns } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { people, smallBlueprint } from "../support/small-blueprint.ts";
import { deploy, elsewhere, hello, withBo } from "../support/small-client.ts";
import { anyLevel } from "../support/versions.ts";

type Deed =
  | { readonly kind: "send"; readonly where: number }
  | { readonly kind: "edit" | "react"; readonly at: number }
  | { readonly kind: "draft" | "schedule" };

type Weather =
  | { readonly kind: "pass"; readonly ms: number }
  | {
      readonly kind: "fault";
      readonly fault: FaultKind;
      readonly on: number;
      readonly ms: number;
    }
  | { readonly kind: "line"; readonly state: LineState }
  | { readonly kind: "cut" | "mend" | "expire" | "kill client" | "restart realm" };

const addresses: readonly Address[] = [deploy, withBo, elsewhere];
/** No message is sent there, so the draft stays. */
const drafting = hello;
const emoji = { name: "octopus", code: "1f419", type: "unicode_emoji" };

const requests = [
  {},
  { method: "POST", path: "/messages" },
  { method: "GET", path: "/events" },
  { method: "GET", path: "/messages" },
  { method: "POST", path: "/register" },
  { method: "PATCH" },
  { method: "POST", path: "/drafts" },
  { method: "POST", path: "/scheduled_messages" },
] as const;

const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("send"), where: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit"), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("react"), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("draft", "schedule") }) },
) as fc.Arbitrary<Deed>;

const weather = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass"),
      ms: fc.oneof(fc.nat(500), fc.nat(40_000)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("fault"),
      fault: fc.constantFrom(...faultKinds),
      on: fc.nat(requests.length - 1),
      ms: fc.nat(25_000),
    }),
  },
  // A server that has taken the whole request, and answers after the client has given up.
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("fault"),
      fault: fc.constant<FaultKind>("delay"),
      on: fc.nat(requests.length - 1),
      ms: fc.integer({ min: 60_000, max: 120_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("line"),
      state: fc.constantFrom<LineState>("well", "silent", "deaf"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("cut", "mend", "expire", "kill client", "restart realm"),
    }),
  },
) as fc.Arbitrary<Weather>;

/** The expected final state. */
type Wanted = {
  /** The texts of each address, in the order of writing. */
  readonly sent: Map<Address, string[]>;
  /** The texts of an edited message in order, by the text that it was sent with. */
  readonly edited: Map<string, string[]>;
  readonly reacted: Map<number, "add" | "remove">;
  readonly scheduled: string[];
  draft: string;
};

/** The text that a message was sent with, before any edits. */
const original = (content: string) => content.split(" ")[0] ?? "";

async function start(variation: number | undefined, level: number) {
  const clock = fakeClock();
  const openFile = memoryFile(smallBlueprint(Math.floor(clock.now() / 1000)));
  let { realm } = startRealm({ clock, variation, level, save: openFile() });
  let client = startClient({ clock, realm });
  let starts = 1;
  let count = 0;
  const wanted: Wanted = {
    sent: new Map(addresses.map((address) => [address, []])),
    edited: new Map(),
    reacted: new Map(),
    scheduled: [],
    draft: "",
  };
  const settle = async () => {
    client.open(deploy);
    await clock.pass("5 s");
  };
  await clock.pass("5 s");
  await settle();

  const next = (word: string) => {
    count += 1;
    return `${word}-${count}`;
  };
  const actions = (...all: Action[]) =>
    addIntents(client.store, { clock, newId: client.newId }, all);
  const known = (isWanted: (message: Message) => boolean) =>
    [...values(client.store.getState().view.messages)].filter(isWanted);

  const acts = {
    send: (where: number) => {
      const address = addresses[where] ?? deploy;
      const text = next("send");
      wanted.sent.get(address)?.push(text);
      client.send(address, text);
    },
    edit: (at: number) => {
      const own = known(({ content }) => /^send-/.test(content ?? ""));
      const message = own[at % own.length];
      if (message?.content === undefined) return;
      const content = `${original(message.content)} ${next("edit")}`;
      const text = original(content);
      wanted.edited.set(text, [...(wanted.edited.get(text) ?? []), content]);
      actions({ kind: "edit", messageId: message.id, content, was: message.content });
    },
    react: (at: number) => {
      const others = known(({ senderId }) => senderId === people.bo);
      const message = others[at % others.length];
      if (message === undefined) return;
      const isThere = message.reactions.some(
        ({ code, userIds }) => code === emoji.code && userIds.includes(people.ana as never),
      );
      const op = isThere ? "remove" : "add";
      wanted.reacted.set(message.id, op);
      actions({ kind: "react", op, messageId: message.id, emoji });
    },
    draft: () => {
      wanted.draft = next("draft");
      client.types(drafting, wanted.draft);
    },
    schedule: () => {
      const content = next("schedule");
      wanted.scheduled.push(content);
      const at = Math.floor(clock.now() / 1000) + 1_000_000;
      actions({ kind: "schedule-add", address: deploy, content, at });
    },
  };
  return {
    clock,
    wanted,
    acts,
    client: () => client,
    realm: () => realm,
    wasKilled: () => starts > 1,
    /** The texts of the realm's drafts or scheduled messages. */
    told: async (path: "/drafts" | "/scheduled_messages"): Promise<readonly string[]> => {
      const asked = callerOf(realm, people.ana).get(path);
      const { body } = await whileClockRuns(clock, asked);
      return body[path.slice(1)].map(({ content }: { content: string }) => content);
    },
    kill: async () => {
      // Text typed in the last second may be lost.
      await clock.pass("2 s");
      client.disk.crash();
      client.network.plug(false);
      starts += 1;
      client = startClient({ clock, realm, disk: client.disk, name: `start ${starts}` });
      await settle();
    },
    restart: () => {
      // Connections end with the process.
      client.network.plug(false);
      ({ realm } = startRealm({ clock, variation, level, save: openFile() }));
      client.network.replace(realm);
      client.network.plug(true);
    },
  };
}

type World = Awaited<ReturnType<typeof start>>;

async function take(world: World, one: Deed | Weather): Promise<void> {
  const { clock } = world;
  const { network } = world.client();
  const { control } = world.realm();
  switch (one.kind) {
    case "pass":
      return clock.pass(one.ms);
    case "fault":
      control.fault({ kind: one.fault, delayMs: one.ms, retryAfter: 1, ...requests[one.on] });
      return;
    case "line":
      return network.line(one.state);
    case "cut":
    case "mend":
      return network.plug(one.kind === "mend");
    case "expire":
      control.expireQueues();
      return;
    case "kill client":
      return world.kill();
    case "restart realm":
      return world.restart();
    case "send":
      return world.acts.send(one.where);
    case "edit":
    case "react":
      return world.acts[one.kind](one.at);
    case "draft":
    case "schedule":
      return world.acts[one.kind]();
  }
}

/**
 * A delayed request may be processed after a newer one: then the older of two edits or reactions prevails, which no
 * client can detect.
 */
function keepsOrder(steps: readonly (Deed | Weather)[]): boolean {
  return !steps.some(
    (step) =>
      step.kind === "line" ||
      (step.kind === "fault" && (step.fault === "hang" || step.fault === "delay")),
  );
}

async function judge(
  { clock, wanted, client, realm, told, wasKilled }: World,
  isOrdered: boolean,
): Promise<void> {
  realm().control.clearFaults();
  const { network, store, disk, rows, pendingSends } = client();
  network.plug(true);
  network.line("well");
  await clock.pass("6 min");

  const { byId } = realm().control.server.state.messages;
  const stored = [...byId.values()].filter(({ content }) => /^send-/.test(content));
  const open = [...store.getState().journal.intents.values()];
  const openActions = open.map(({ action }) => action);
  for (const [address, texts] of wanted.sent) {
    const undecided = pendingSends(address).map(({ action: sent }) =>
      sent.kind === "send" ? sent.content : "",
    );
    const there = stored.map(({ content }) => original(content));
    const arrived = there.filter((text) => texts.includes(text));
    expect([...arrived, ...undecided].sort()).toEqual([...texts].sort());
    expect(arrived).toEqual(texts.filter((text) => !undecided.includes(text)));
  }
  const shown = rows(deploy).map((row) => original(row));
  for (const text of wanted.sent.get(deploy) ?? [])
    expect(shown.filter((row) => row === text)).toEqual([text]);

  for (const [text, contents] of wanted.edited) {
    const message = stored.find((one) => original(one.content) === text);
    const last = contents.at(-1);
    const isOpen = openActions.some((one) => one.kind === "edit" && one.content === last);
    const allowed = isOrdered ? [last] : contents;
    if (!isOpen) expect(allowed).toContain(message?.content);
  }
  for (const [id, op] of wanted.reacted) {
    const has = byId.get(id)?.reactions.some(({ code }) => code === emoji.code);
    if (isOrdered) expect(has).toBe(op === "add");
  }
  judgeScheduled(wanted.scheduled, openActions, await told("/scheduled_messages"));
  const written = (await told("/drafts")).filter((text) => text.startsWith("draft-"));
  if (wanted.draft === "") return;
  expect([...disk.drafts.values()].map(({ text }) => text)).toContain(wanted.draft);
  // A client that was killed does not know which copies its last requests made.
  if (wasKilled()) expect(written).toContain(wanted.draft);
  else expect(written).toEqual([wanted.draft]);
}

function judgeScheduled(
  wanted: readonly string[],
  openActions: readonly Action[],
  stored: readonly string[],
): void {
  const open = openActions.flatMap((one) => (one.kind === "schedule-add" ? [one.content] : []));
  expect([...stored, ...open].sort()).toEqual([...wanted].sort());
}

/** Thirty actions, with up to two faults before each. */
const script = fc
  .array(fc.tuple(fc.array(weather, { maxLength: 2 }), deed), { minLength: 30, maxLength: 30 })
  .map((turns) => turns.flatMap(([before, act]) => [...before, act]));

test("for any faults, each text is sent once and in order, or stays in the outbox or the drafts", async () => {
  await fc.assert(
    fc.asyncProperty(
      script,
      fc.option(fc.nat(), { nil: undefined }),
      anyLevel,
      async (steps, variation, level) => {
        const world = await start(variation, level);
        for (const one of steps) await take(world, one);
        await judge(world, variation === undefined && keepsOrder(steps));
      },
    ),
    { numRuns: runs(0.25, 2) },
  );
});
