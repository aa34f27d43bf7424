/** A draft as the server keeps it, and as it stands here: by conversation. */
import type { WrittenDraft } from "#api/drafts.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { storedContent } from "#journal/content.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { messageProblem, topicProblem } from "#model/limits.ts";
import { others } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** The key of what is not addressed yet. */
const unaddressed = "";

/** The text of a draft as the server keeps it: equal texts are equal drafts. */
export function keptText({ realm }: Picture, text: string): string {
  return storedContent(text, realm.maxMessageLength);
}

/** Undefined where the server would refuse it: such a text stays here until it was mended. */
export function written(picture: Picture, { address, text }: Draft): WrittenDraft | undefined {
  const content = keptText(picture, text);
  if (messageProblem(picture.realm, text) !== undefined) return undefined;
  if (address === undefined) return { type: "", to: [], topic: "", content };
  if (address.kind === "direct") {
    const to = [...others(address.userIds, picture.ownId)];
    return { type: "private", to, topic: "", content };
  }
  const { streamId, topic } = address;
  if (topicProblem(picture.realm, topic) !== undefined) return undefined;
  return { type: "stream", to: [streamId], topic, content };
}

/** Where a draft of the server belongs; undefined for streams that the person cannot see. */
export function placeOf(
  { ownId, streams }: Picture,
  { type, to, topic }: ServerDraft,
): { readonly key: string; readonly address: Address | undefined } | undefined {
  const [first] = to;
  if (type === "" || first === undefined) return { key: unaddressed, address: undefined };
  if (type === "private") return placed({ kind: "direct", userIds: everybody(to, ownId) });
  const streamId = first as StreamId;
  if (get(streams, streamId) === undefined) return undefined;
  return topic === "" ? undefined : placed({ kind: "topic", streamId, topic });
}

function everybody(ids: readonly number[], ownId: UserId) {
  return sorted([...new Set([...(ids as readonly UserId[]), ownId])]);
}

function placed(address: Address) {
  return { key: conversationKey(address), address };
}
