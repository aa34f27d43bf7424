/** What a register answer tells of one person beside settings: where they were, and what they had not read. */
import { realmDefaults } from "#realm/register/realm-settings.ts";
import { commit } from "#realm/server.ts";
import { personalOf } from "#realm/state/state.ts";
import { type Fields, fieldsOf, numbers, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { factsOf } from "./described-streams.ts";
import { inStream, mention, place } from "./messages.ts";
import { type Past, putIn, takeOut, toldOf } from "./past.ts";

const lists = ["subscriptions", "unsubscribed", "never_subscribed"] as const;

/** Streams as they are listed, with those who were in them; public ones that are not listed were not there. */
function settleStreams({ server }: Past, register: Fields): void {
  const { byId } = server.state.streams;
  const listed = lists.flatMap((key) => objects(register[key]));
  const defaults = objects(register["realm_default_streams"]).map((one) => one["stream_id"]);
  for (const fields of listed) {
    const isDefault = defaults.includes(fields["stream_id"]);
    commit(server, { kind: "stream saved", stream: { ...factsOf(fields), isDefault } });
    const stream = byId.get(Number(fields["stream_id"]));
    if (stream === undefined) continue;
    for (const one of [...stream.subscribers, ...stream.spans.keys()]) takeOut(stream, one);
    for (const one of numbers(fields["subscribers"])) putIn(stream, one);
  }
  const known = new Set(listed.map((one) => one["stream_id"]));
  for (const { subscribers: _, spans: __, ...facts } of [...byId.values()])
    if (!(known.has(facts.id) || facts.inviteOnly))
      commit(server, { kind: "stream saved", stream: { ...facts, isArchived: true } });
}

/** How the person has their own streams. */
function settleOwn({ server }: Past, userId: number, register: Fields): void {
  for (const own of objects(register["subscriptions"])) {
    const set = (property: "color" | "is_muted" | "pin_to_top", value: unknown) => {
      const streamId = Number(own["stream_id"]);
      if (typeof value !== "string" && typeof value !== "boolean") return;
      commit(server, { kind: "subscription set", userId, streamId, property, value });
    };
    for (const property of ["color", "is_muted", "pin_to_top"] as const)
      set(property, own[property]);
  }
}

/** The messages that are unread, each where it is told to be. */
function settleUnread(past: Past, userId: number, register: Fields): void {
  const told = fieldsOf(register["unread_msgs"]);
  const { unread, starred } = personalOf(past.server.state, userId);
  unread.clear();
  starred.clear();
  for (const id of numbers(register["starred_messages"])) starred.add(id);
  const add = (ids: unknown, where: Parameters<typeof place>[2], sender: number) => {
    for (const id of numbers(ids)) {
      place(past, id, where, sender);
      unread.add(id);
    }
  };
  const direct = (people: readonly number[]) => ({
    ...{ streamId: undefined, topic: "" },
    participants: [...new Set(people)].sort((a, b) => a - b),
  });
  for (const one of objects(told["streams"])) {
    const others = past.server.state.streams.byId.get(Number(one["stream_id"]))?.subscribers ?? [];
    const sender = [...others].find((id) => id !== userId) ?? userId;
    add(one["unread_message_ids"], inStream(one["stream_id"], one["topic"]), sender);
  }
  for (const one of objects(told["pms"])) {
    const other = Number(one["other_user_id"]);
    add(one["unread_message_ids"], direct([userId, other]), other);
  }
  for (const one of objects(told["huddles"])) {
    const people = String(one["user_ids_string"]).split(",").map(Number);
    add(one["unread_message_ids"], direct(people), people.find((id) => id !== userId) ?? userId);
  }
  for (const id of numbers(told["mentions"])) mention(past, userId, id);
}

/** Who edits or deletes a message had written it, and what it said before is told by its first edit. */
function settleAuthors(past: Past, idOf: (as: string) => number | undefined): void {
  const { server, actions, told } = past;
  const { byId } = server.state.messages;
  for (const { method, path, as = "", params = {} } of actions) {
    const id = Number(/\/messages\/(\d+)$/.exec(path)?.[1]);
    const message = byId.get(id);
    const senderId = idOf(as);
    if (message === undefined) continue;
    const isOwn =
      senderId !== undefined && (params["content"] !== undefined || method === "DELETE");
    const fresh = { ...message, sentAt: nowSeconds };
    byId.set(id, isOwn ? { ...fresh, senderId } : fresh);
  }
  for (const { path } of actions) settleMuted(past, path);
  for (const { event } of told.toReversed()) {
    const message = byId.get(Number(event["message_id"]));
    if (message !== undefined && typeof event["orig_content"] === "string")
      message.content = event["orig_content"];
  }
}

/** Messages that are told of later and that the person had read: they were there, too. */
function settleRead(past: Past, userId: number, newest: number): void {
  const { unread } = personalOf(past.server.state, userId);
  for (const { event } of toldOf(past, "update_message")) {
    if (typeof event["stream_id"] !== "number") continue;
    const where = inStream(event["stream_id"], event["orig_subject"] ?? "planted");
    for (const id of numbers(event["message_ids"])) {
      if (id > newest || past.server.state.messages.byId.has(id)) continue;
      place(past, id, where);
      unread.delete(id);
    }
  }
}

/** Private streams that the person does not know, with whoever moves something there. */
function settleUnseen({ server, actions }: Past, idOf: (as: string) => number | undefined): void {
  const { byId } = server.state.streams;
  for (const { params = {}, as = "" } of actions) {
    const id = Number(params["stream_id"] ?? Number.NaN);
    if (Number.isNaN(id) || byId.has(id)) continue;
    const fields = { stream_id: id, name: `unseen ${id}`, invite_only: true };
    commit(server, { kind: "stream saved", stream: factsOf(fields) });
    const stream = byId.get(id);
    if (stream !== undefined) putIn(stream, idOf(as) ?? 0);
  }
}

/** What becomes read because somebody is muted is theirs. */
function settleMuted({ server, told }: Past, path: string): void {
  const senderId = Number(/\/muted_users\/(\d+)$/.exec(path)?.[1]);
  const { byId } = server.state.messages;
  const muting = told.findIndex(({ event }) => event.type === "muted_users");
  const before = told[muting - 1]?.event;
  if (Number.isNaN(senderId) || before?.type !== "update_message_flags") return;
  for (const id of numbers(before["messages"])) {
    const message = byId.get(id);
    if (message !== undefined) byId.set(id, { ...message, senderId });
  }
}

/** What was set for the realm. */
function settleRealm({ server }: Past, register: Fields): void {
  for (const property of Object.keys(realmDefaults)) {
    const value = register[`realm_${property}`];
    if (value !== undefined) commit(server, { kind: "realm set", property, value });
  }
}

/** Brings a realm to where a register answer says that it was; `idOf` tells who a label is. */
export function beginWith(
  past: Past,
  userId: number,
  register: Fields,
  idOf: (as: string) => number | undefined,
): void {
  settleRealm(past, register);
  settleStreams(past, register);
  settleOwn(past, userId, register);
  settleUnread(past, userId, register);
  settleRead(past, userId, Number(register["max_message_id"]));
  settleUnseen(past, idOf);
  settleAuthors(past, idOf);
  for (const draft of objects(register["drafts"]))
    commit(past.server, { kind: "drafts saved", userId, drafts: [draft as never] });
}
