/** Messages, reactions and topics that an exchange takes for granted. */
import { commit } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { nowSeconds } from "../moment.ts";
import { ownStream, type Premise, param, type Scene } from "./scene.ts";

const monthSeconds = 30 * 86_400;

/** A message that is not among the recorded ones, of such a kind that the answer makes sense. */
export const message: Premise = (scene) => {
  const { server, me, words, exchange } = scene;
  const id = scene.idAfter("messages") ?? Number(param(scene, "message_id") || Number.NaN);
  if (me === undefined || Number.isNaN(id) || /Invalid message/.test(words)) return;
  const { byId } = server.state.messages;
  const known = byId.get(id);
  if (known === undefined) write(scene, me, id);
  else if (/^(?:PATCH|DELETE)$/.test(exchange.request.method)) {
    // Others than its author are told that it is not theirs, and not that it is too late.
    const isOwn = /time limit for (?:deleting|editing) this message has/.test(words);
    const senderId = isOwn ? me.id : known.senderId;
    const sentAt = /time limit/.test(words) ? longAgo : nowSeconds;
    byId.set(id, { ...known, senderId, sentAt });
    scene.touch();
  }
  const isAddition = exchange.request.path.endsWith("/submessage") && !/cannot attach/.test(words);
  if (isAddition || /^Widgets/.test(words)) makeWidget(scene, id);
};

const longAgo = nowSeconds - monthSeconds;

function write(scene: Scene, me: Person, id: number): void {
  const { server, words } = scene;
  const home = server.state.streams.byId.get(ownStream(scene));
  const other = [...(home?.subscribers ?? [])].find((one) => one !== me.id) ?? me.id;
  const isForeign = /permission to (?:edit|delete)|cannot attach|you are the author/.test(words);
  const isSame = /Nothing to change/.test(words);
  const text = isSame ? param(scene, "topic") : "planted";
  const place = /^Direct messages/.test(words)
    ? { streamId: undefined, topic: "", participants: [me.id, other].sort((a, b) => a - b) }
    : { streamId: home?.id, topic: text, participants: [] };
  const rest = { client: "test", content: "planted", readBySender: true, submessages: [] };
  const mentions = { people: [], everybody: false, participants: [] };
  const whole = { senderId: isForeign ? other : me.id, mentions, ...place, ...rest };
  const plant = (one: number, sentAt: number) => {
    if (server.state.messages.byId.has(one)) return;
    commit(server, { kind: "message sent", message: { ...whole, id: one, sentAt } });
  };
  for (const [one, sentAt] of neighbours(scene)) plant(one, sentAt);
  plant(id, /time limit/.test(words) ? longAgo : nowSeconds);
}

/** Of a topic of which only the newer messages may be moved: all of them, with their times. */
function neighbours({ exchange: { body } }: Scene): readonly (readonly [number, number])[] {
  const first = Number(body["first_message_id_allowed_to_move"] ?? Number.NaN);
  if (Number.isNaN(first)) return [];
  const young = Number(body["total_messages_allowed_to_move"]);
  const old = Number(body["total_messages_in_topic"]) - young;
  const ids = Array.from({ length: old + young }, (_, index) => first - old + index);
  return ids.map((id) => [id, id < first ? longAgo : nowSeconds]);
}

function makeWidget(scene: Scene, id: number): void {
  const { byId } = scene.server.state.messages;
  const whole = byId.get(id);
  if (whole === undefined || whole.submessages.length > 0) return;
  const isList = /task|strike/.test(`${param(scene, "content")} ${scene.words}`);
  const widget = isList
    ? { widget_type: "todo", extra_data: { task_list_title: "", tasks: [] } }
    : { widget_type: "poll", extra_data: { question: "?", options: ["a", "b"] } };
  const content = JSON.stringify(widget);
  const first = { id: 1, senderId: whole.senderId, type: "widget", content };
  whole.submessages = [first];
  scene.touch();
}

/** One is there before it is taken back, and none before it is given. */
export const reaction: Premise = (scene) => {
  const { server, me, exchange, words, isDone, touch } = scene;
  const id = scene.idAfter("messages");
  const whole = id === undefined ? undefined : server.state.messages.byId.get(id);
  if (whole === undefined || me === undefined || !exchange.request.path.endsWith("/reactions"))
    return;
  touch();
  const isRemoval = [exchange.request.method, param(scene, "method")].includes("DELETE");
  if ((isDone && !isRemoval) || /Reaction doesn't exist/.test(words))
    whole.reactions = whole.reactions.filter(({ userId }) => userId !== me.id);
  if (!isDone || !isRemoval) return;
  const [name, code] = [param(scene, "emoji_name"), param(scene, "emoji_code")];
  const known = server.emoji(name);
  const type = param(scene, "reaction_type") || (known?.type ?? "unicode_emoji");
  const one = { userId: me.id, name, code: code || (known?.code ?? ""), type };
  commit(server, { kind: "reaction added", id: whole.id, reaction: one });
};

/** Where a sender's message goes in a stream: the topic as it is kept, and what was said there before. */
function sentPlace(scene: Scene) {
  const { byId, byName } = scene.server.state.streams;
  const given = param(scene, "to").replace(/^"|"$/g, "");
  const stream = byId.get(Number(given)) ?? byName.get(given.toLowerCase());
  if (stream === undefined) return undefined;
  const written = (param(scene, "topic") || param(scene, "subject")).trim();
  const topic = written.length > 60 ? `${written.slice(0, 57)}...` : written;
  const { ofStream, byId: messages } = scene.server.state.messages;
  const ids = (ofStream.get(stream.id) ?? []).filter(
    (id) => messages.get(id)?.topic.toLowerCase() === topic.toLowerCase(),
  );
  return { streamId: stream.id, topic, ids };
}

/** Who was told of a new policy wrote the first message of a topic; who was not told of one had it before. */
export const freshTopic: Premise = (scene) => {
  const { server, me, exchange, isDone } = scene;
  const { method, path } = exchange.request;
  if (me === undefined || !isDone || `${method} ${path}` !== "POST /api/v1/messages") return;
  const place = sentPlace(scene);
  if (place === undefined) return;
  const isFresh = "automatic_new_visibility_policy" in exchange.body;
  if (!isFresh && place.ids.length > 0) return;
  if (isFresh) commit(server, { kind: "messages deleted", ids: [...place.ids] });
  const { streamId, topic } = place;
  const entry = { streamId, topic, policy: isFresh ? 0 : 3, at: nowSeconds };
  commit(server, { kind: "topic policy set", userId: me.id, entry });
};
