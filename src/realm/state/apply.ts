/** Carries changes out: the only place where a realm's state is written after its birth. */
import type { Change, SentMessage } from "./changes.ts";
import { linkFiles } from "./files.ts";
import {
  addMessage,
  countSubmessage,
  type Message,
  moveMessage,
  type Reaction,
  removeMessage,
  topicKey,
} from "./messages.ts";
import { applyToPapers } from "./papers.ts";
import { alertPattern, isReadOnArrival, type Personal } from "./personal.ts";
import { applyToRealm } from "./realm-changes.ts";
import { hasReceived, personalOf, type State, subscriptionOf } from "./state.ts";
import { join, leave } from "./streams.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

export function apply(state: State, change: Change): void {
  switch (change.kind) {
    case "message sent":
      deliver(state, change.message);
      break;
    case "message edited":
      rewrite(state, change);
      break;
    case "messages moved":
      move(state, change);
      break;
    case "messages deleted":
      for (const id of change.ids) erase(state, id);
      break;
    case "reaction added":
      withMessage(state, change.id, (message) => {
        message.reactions = [...message.reactions, change.reaction];
      });
      break;
    case "reaction removed":
      withMessage(state, change.id, (message) => {
        message.reactions = message.reactions.filter((one) => !sameReaction(one, change.reaction));
      });
      break;
    case "submessage added":
      countSubmessage(state.messages, change.submessage.id);
      withMessage(state, change.id, (message) => {
        message.submessages = [...message.submessages, change.submessage];
      });
      break;
    case "people joined":
    case "people left":
      changeMembers(state, change);
      break;
    case "person changed":
    case "group saved":
    case "group deleted":
    case "stream saved":
    case "file added":
    case "file deleted":
    case "profile fields set":
    case "realm set":
      applyToRealm(state, change);
      break;
    default:
      applyPersonal(state, change);
  }
}

/** Changes that concern one person alone. */
function applyPersonal(state: State, change: Extract<Change, { readonly userId: number }>): void {
  const personal = personalOf(state, change.userId);
  switch (change.kind) {
    case "flag changed":
      setFlag(personal, change);
      break;
    case "all read":
      personal.unread.clear();
      break;
    case "history taken":
      for (const id of change.ids) personal.historical.add(id);
      break;
    case "topic policy set": {
      const key = topicKey(change.entry.streamId, change.entry.topic);
      if (change.entry.policy === 0) personal.topicPolicies.delete(key);
      else personal.topicPolicies.set(key, change.entry);
      break;
    }
    case "subscription set":
      setSubscription(state, personal, change);
      break;
    case "person muted":
      if (change.at === undefined) personal.mutedPeople.delete(change.otherId);
      else personal.mutedPeople.set(change.otherId, change.at);
      break;
    case "setting set":
      personal.settings.set(change.property, change.value);
      break;
    default:
      applyToPapers(state, personal, change);
  }
}

export function sameReaction(a: Reaction, b: Reaction): boolean {
  return a.userId === b.userId && a.code === b.code && a.type === b.type;
}

function withMessage(state: State, id: number, change: (message: Message) => void): void {
  const message = state.messages.byId.get(id);
  if (message !== undefined) change(message);
}

function deliver(state: State, { files, ...sent }: SentMessage): void {
  const message: Message = {
    ...sent,
    bornIn: sent.streamId,
    reactions: [],
    edits: [],
    lostBy: undefined,
  };
  addMessage(state.messages, message);
  if (files !== undefined) linkFiles(state.files, message.id, files);
  for (const personal of state.personal.values()) {
    if (!hasReceived(state, personal.userId, message)) continue;
    if (!isReadOnArrival(personal, message)) personal.unread.add(message.id);
    if (alertPattern(personal.alertWords)?.test(message.content)) personal.alerted.add(message.id);
  }
}

function rewrite(state: State, change: Of<"message edited">): void {
  linkFiles(state.files, change.id, change.files ?? []);
  withMessage(state, change.id, (message) => {
    message.content = change.content;
    message.mentions = change.mentions;
    message.edits = [change.edit, ...message.edits];
    for (const personal of state.personal.values()) {
      if (personal.alertWords.length === 0) continue;
      const alerts = alertPattern(personal.alertWords)?.test(change.content) ?? false;
      if (alerts && hasReceived(state, personal.userId, message)) personal.alerted.add(message.id);
      else personal.alerted.delete(message.id);
    }
  });
}

function move(state: State, change: Of<"messages moved">): void {
  for (const id of change.ids) {
    withMessage(state, id, (message) => {
      moveMessage(state.messages, message, change.streamId, change.topic);
      if (id !== change.edited) message.edits = [change.edit, ...message.edits];
      if (change.lostBy.length > 0) {
        message.lostBy = new Set([...(message.lostBy ?? []), ...change.lostBy]);
      }
    });
  }
  for (const userId of change.lostBy) {
    const personal = state.personal.get(userId);
    if (personal !== undefined) for (const id of change.ids) forget(personal, id);
  }
  // Nothing is unread in a stream that somebody is not in, and no event says so.
  const { subscribers } = state.streams.byId.get(change.streamId) ?? {};
  for (const personal of state.personal.values()) {
    if (subscribers?.has(personal.userId) === true) continue;
    for (const id of change.ids) personal.unread.delete(id);
  }
}

function forget(personal: Personal, id: number): void {
  for (const flag of ["unread", "starred", "collapsed", "historical", "alerted"] as const) {
    personal[flag].delete(id);
  }
}

function erase(state: State, id: number): void {
  removeMessage(state.messages, id);
  linkFiles(state.files, id, []);
  for (const personal of state.personal.values()) forget(personal, id);
}

function setFlag(personal: Personal, change: Of<"flag changed">): void {
  // Read is kept as its opposite: almost everything is read.
  const set = change.flag === "read" ? personal.unread : personal[change.flag];
  const adds = (change.op === "add") !== (change.flag === "read");
  for (const id of change.ids) {
    if (adds) set.add(id);
    else set.delete(id);
  }
}

function setSubscription(state: State, personal: Personal, change: Of<"subscription set">): void {
  const own = subscriptionOf(state, personal, change.streamId);
  const { property, value } = change;
  if (property === "color") own.color = String(value);
  else if (property === "is_muted") own.isMuted = value === true;
  else if (property === "pin_to_top") own.pinToTop = value === true;
  else own.overrides[property] = value === true;
}

function changeMembers(state: State, change: Of<"people joined" | "people left">): void {
  const stream = state.streams.byId.get(change.streamId);
  if (stream === undefined) return;
  const next = state.messages.newest + 1;
  for (const userId of change.userIds) {
    if (change.kind === "people joined") join(stream, userId, next);
    else leave(stream, userId, next);
  }
}
