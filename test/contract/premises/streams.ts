/** Streams that an exchange takes for granted, and who is in them. */

import { commit } from "#realm/server.ts";
import { noMentions } from "#realm/state/messages.ts";
import { isGuest } from "#realm/state/people.ts";
import { fieldsOf, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { idList, nobody, ownStream, type Premise, param, type Scene } from "./scene.ts";

/** A stream that no register answer told of, with whoever asks and others in it. */
function plantStream(scene: Scene, id: number, name: string, others: readonly number[] = []): void {
  const { server, me } = scene;
  const model = server.state.streams.byId.get(ownStream(scene));
  if (model === undefined || me === undefined) return;
  const { subscribers: _, spans: __, ...facts } = model;
  commit(server, { kind: "stream saved", stream: { ...facts, id, name } });
  commit(server, { kind: "people joined", userIds: [me.id, ...others], streamId: id });
}

/** Whether the exchange is of a stream that is archived already. */
function isOfArchived({ words, exchange }: Scene): boolean {
  return /already deactivated/.test(words) || /!DEACTIVATED:/.test(JSON.stringify(exchange.body));
}

/** A private stream is out of reach for whoever is not in it, and so is any other for guests. */
function loseSight({ server, me }: Scene, id: number): void {
  const known = server.state.streams.byId.get(id);
  if (known === undefined || me === undefined) return;
  if (known.inviteOnly || isGuest(me))
    commit(server, { kind: "people left", userIds: [me.id], streamId: id });
}

/** The name of a refusal that is about names: of this stream, or of another. */
function nameThat(scene: Scene, words: RegExp): string | undefined {
  return words.test(scene.words) ? param(scene, "new_name").trim() || undefined : undefined;
}

export const stream: Premise = (scene) => {
  const { server, words } = scene;
  const id = scene.idAfter("streams") ?? scene.idAfter("subscriptions");
  const { byId, byName } = server.state.streams;
  if (id === undefined) return;
  if (/Invalid channel ID/.test(words)) return loseSight(scene, id);
  const isArchived = isOfArchived(scene);
  if (isArchived && byId.get(id)?.isArchived) return;
  // One that is archived at the end of the recordings was in use before.
  if (byId.get(id)?.isArchived !== false) plantStream(scene, id, `planted ${id}`);
  const known = byId.get(id);
  if (known === undefined) return;
  const { subscribers: _, spans: __, ...facts } = known;
  const isDefault = facts.isDefault || /default channel cannot/.test(words);
  const name = nameThat(scene, /already has that name/) ?? facts.name;
  commit(server, { kind: "stream saved", stream: { ...facts, name, isArchived, isDefault } });
  const taken = nameThat(scene, /name already in use/);
  if (taken !== undefined && !byName.has(taken.toLowerCase())) plantStream(scene, 90_001, taken);
};

/** Streams that somebody is in who sets something of them, or leaves them. */
export const subscribed: Premise = (scene) => {
  const { server, exchange, isDone } = scene;
  const { byId, byName } = server.state.streams;
  if (!isDone) return;
  for (const one of idList<{ stream_id?: number }>(param(scene, "subscription_data"))) {
    const id = one.stream_id ?? nobody;
    if (byId.get(id)?.isArchived !== false) plantStream(scene, id, `planted ${id}`);
  }
  if (exchange.request.method !== "DELETE") return;
  for (const name of idList<string>(param(scene, "subscriptions"))) {
    if (byName.has(name.toLowerCase())) continue;
    plantStream(scene, 90_000, name, idList(param(scene, "principals")));
  }
};

/** Streams of which an answer tells which message was their first have one. */
export const firstMessages: Premise = ({ server, exchange: { body }, me }) => {
  const { messages, streams } = server.state;
  const lists = ["streams", "subscriptions", "unsubscribed", "never_subscribed"];
  const told = [fieldsOf(body["stream"]), ...lists.flatMap((key) => objects(body[key]))];
  for (const { stream_id: streamId, first_message_id: id } of told) {
    const known = streams.byId.get(Number(streamId));
    if (known === undefined || typeof id !== "number" || messages.byId.has(id)) continue;
    if ((messages.ofStream.get(known.id) ?? []).length > 0) continue;
    const senderId = [...known.subscribers][0] ?? me?.id ?? nobody;
    const place = { streamId: known.id, topic: "planted", participants: [], mentions: noMentions };
    const rest = { client: "test", content: "planted", readBySender: true, submessages: [] };
    const message = { id, senderId, sentAt: nowSeconds, ...place, ...rest };
    commit(server, { kind: "message sent", message });
  }
};

export const policy: Premise = (scene) => {
  const { server, words } = scene;
  if (words !== "Guests cannot send to this channel.") return;
  const named = server.state.streams.byId.get(Number(param(scene, "to")));
  if (named === undefined) return;
  const { subscribers: _, spans: __, ...facts } = named;
  commit(server, { kind: "stream saved", stream: { ...facts, postPolicy: 3 } });
};
