/** What the server ignores of a change, of all kinds of actions. */
import { describe, expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { Action } from "#journal/intent.ts";
import type { Realm } from "#realm/realm.ts";
import type { MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { defaultLevel } from "#wire/limits.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";

type Kind = Action["kind"];
type Small = Awaited<ReturnType<typeof startSmall>>;

type Row<K extends Kind = Kind> = {
  readonly action: (ids: Ids) => Extract<Action, { readonly kind: K }>;
  /** The words for what was not saved; undefined: its request has no parameters. */
  readonly unsaved: string | undefined;
  /** What becomes of the intent; absent: it is gone, and nothing of it is shown. */
  readonly phase?: "failed" | "unconfirmed";
  /** Absent: the usual one. */
  readonly level?: number;
};

/** A message of another user, one of the user, a poll, and a scheduled message. */
type Ids = {
  readonly other: MessageId;
  readonly own: MessageId;
  readonly poll: MessageId;
  readonly scheduled: ScheduledId;
};

const dev = streams.dev as StreamId;
const at = 2_000_000_000;
const emoji = { name: "tada", code: "1f389", type: "unicode_emoji" };
const from = { streamId: dev, topic: "deploy" };
const flags = "messages, flag, op";
const content = "message id, msg type, content";

const rows: { readonly [K in Kind]: Row<K> } = {
  send: {
    action: () => ({ kind: "send", address: deploy, content: "hi" }),
    unsaved: "content, type, to, topic",
    phase: "unconfirmed",
  },
  upload: {
    action: () => ({
      kind: "upload",
      name: "a.txt",
      from: { text: "a" },
      size: 1,
      placeholder: "[Uploading]",
    }),
    unsaved: undefined,
  },
  read: {
    action: ({ other }) => ({ kind: "read", op: "remove", ids: sorted([other]) }),
    unsaved: "messages, op, flag",
  },
  "read-older": {
    // Reads only.
    action: ({ other }) => ({
      kind: "read-older",
      scope: { kind: "all" },
      before: other,
      ids: sorted([]),
    }),
    unsaved: undefined,
  },
  star: {
    action: ({ other }) => ({ kind: "star", op: "remove", ids: sorted([other]) }),
    unsaved: flags,
  },
  react: {
    action: ({ other }) => ({ kind: "react", op: "add", messageId: other, emoji }),
    unsaved: "emoji name",
  },
  tick: {
    action: ({ poll }) => ({
      kind: "tick",
      op: "add",
      messageId: poll,
      of: "poll",
      key: "canned,0",
    }),
    unsaved: content,
  },
  "widget-add": {
    action: ({ poll }) => ({
      kind: "widget-add",
      messageId: poll,
      of: "poll",
      text: "Rome",
      description: "",
    }),
    unsaved: content,
  },
  edit: {
    action: ({ own }) => ({ kind: "edit", messageId: own, content: "new", was: "mine" }),
    unsaved: "content",
    phase: "failed",
  },
  "delete-message": {
    action: ({ own }) => ({ kind: "delete-message", messageId: own }),
    unsaved: undefined,
  },
  move: {
    action: ({ own }) => ({
      kind: "move",
      messageId: own,
      from,
      to: { streamId: dev, topic: "moved" },
      mode: "change_one",
    }),
    unsaved: "propagate mode, topic",
  },
  "delete-topic": {
    action: () => ({ kind: "delete-topic", streamId: dev, topic: "deploy" }),
    unsaved: "topic name",
  },
  "topic-policy": {
    action: () => ({ kind: "topic-policy", ...from, policy: 1 }),
    unsaved: "stream id, topic, visibility policy",
  },
  subscription: {
    action: () => ({ kind: "subscription", op: "remove", streamId: streams.news as StreamId }),
    unsaved: "subscriptions",
  },
  archiving: {
    action: () => ({ kind: "archiving", streamId: dev, isArchived: true }),
    unsaved: undefined,
  },
  "subscription-property": {
    action: () => ({
      kind: "subscription-property",
      streamId: dev,
      property: "is_muted",
      value: true,
    }),
    unsaved: "subscription data",
  },
  setting: {
    action: () => ({ kind: "setting", property: "presence_enabled", value: false }),
    unsaved: "presence enabled",
  },
  status: {
    action: () => ({ kind: "status", text: "rowing", emoji }),
    unsaved: "status text, emoji name",
  },
  "mute-person": {
    action: () => ({ kind: "mute-person", op: "add", userId: people.cleo as UserId }),
    unsaved: undefined,
  },
  "schedule-add": {
    action: () => ({ kind: "schedule-add", address: deploy, content: "later", at }),
    unsaved: "type, to, content, topic, scheduled delivery timestamp",
    phase: "unconfirmed",
  },
  "schedule-edit": {
    action: ({ scheduled: id }) => ({
      kind: "schedule-edit",
      id,
      address: deploy,
      content: "sooner",
      at,
    }),
    unsaved: "content",
    phase: "failed",
  },
  "schedule-delete": {
    action: ({ scheduled: id }) => ({
      kind: "schedule-delete",
      id,
      address: deploy,
      content: "tomorrow",
      at,
    }),
    unsaved: undefined,
  },
  "remind-add": {
    action: () => ({ kind: "remind-add", messageId: 104 as MessageId, at, note: "roll back" }),
    unsaved: "message id, scheduled delivery timestamp, note",
    phase: "unconfirmed",
  },
  "remind-delete": {
    action: () => ({ kind: "remind-delete", messageId: 104 as MessageId, at }),
    unsaved: undefined,
  },
  "schedule-send": {
    action: ({ scheduled: id }) => ({
      kind: "schedule-send",
      id,
      address: deploy,
      content: "tomorrow",
      at,
    }),
    unsaved: "content, type, to, topic",
    phase: "unconfirmed",
  },
  view: {
    action: () => ({
      kind: "view",
      fragment: "narrow/is/dm",
      to: { name: "Direct", isPinned: true },
    }),
    unsaved: "fragment, is pinned, name",
    level: since.navigationViews,
  },
};

describe.each(Object.entries(rows))("%s", (_, { action, unsaved, phase, level }) => {
  test("says what the server ignored, and shows nothing that it has not saved", async () => {
    const { small, ids } = await startForgetful(undefined, level);
    const { store, clock } = small;
    small.addIntent(action(ids));
    await clock.pass("2 s");
    const { journal, screen, view, replica } = store.getState();
    if (unsaved === undefined) return expect(screen.toast?.tone).not.toBe("error");
    expect(screen.toast?.tone).toBe("error");
    const said = /^Not saved, because this server does not support it: ([^.]+)\./;
    const [, words = ""] = said.exec(screen.toast?.text ?? "") ?? [];
    expect(words.split(", ").toSorted()).toEqual(unsaved.split(", ").toSorted());
    expect([...journal.intents.values()].map((intent) => intent.phase)).toEqual(
      phase === undefined ? [] : [phase],
    );
    if (phase === undefined) expect({ ...view, snoozes: replica.snoozes }).toEqual(replica);
  });
});

test("what the server did save of a change is shown", async () => {
  const { small } = await startForgetful((name) => name === "status_text");
  small.addIntent({ kind: "status", text: "rowing", emoji });
  await small.clock.pass("2 s");
  expect(small.store.getState().screen.toast?.text).toBe(
    "Not saved, because this server does not support it: status text. The rest was saved. (Set status “rowing”)",
  );
});

/** Ana's client, at a server that forgets these parameters, all by default, of whatever changes something. */
async function startForgetful(
  isForgotten: (name: string) => boolean = () => true,
  level: number = defaultLevel,
) {
  let [own, poll, scheduled] = [0 as MessageId, 0 as MessageId, 0 as ScheduledId];
  const small: Small = await startSmall({
    level,
    first: async (as) => {
      own = (await as(people.ana).say(inDeploy, "mine")) as MessageId;
      poll = (await as(people.bo).say(inDeploy, "/poll Where?\nOslo")) as MessageId;
      const { body } = await as(people.ana).post("/scheduled_messages", {
        type: "stream",
        to: inDeploy.streamId,
        topic: inDeploy.topic,
        content: "tomorrow",
        scheduled_delivery_timestamp: at,
      });
      scheduled = body["scheduled_message_id"] as ScheduledId;
    },
  });
  small.client.network.replace(forgetful(small.realm, isForgotten));
  return { small, ids: { other: 101 as MessageId, own, poll, scheduled } };
}

function forgetful(realm: Realm, isForgotten: (name: string) => boolean): Realm {
  return {
    ...realm,
    fetch: async (request) => {
      if (request.method === "GET" || request.url.includes("/user_uploads"))
        return realm.fetch(request);
      const names = [...new URLSearchParams(await request.text()).keys()].filter(isForgotten);
      const answers = {
        id: 999,
        ids: [999],
        scheduled_message_id: 999,
        reminder_id: 999,
        removed: [],
        not_removed: [],
      };
      return Response.json({
        result: "success",
        msg: "",
        ...answers,
        ...(names.length > 0 && { ignored_parameters_unsupported: names }),
      });
    },
  };
}
