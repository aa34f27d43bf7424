/** Converts drafts between the server's form and the local one, which is keyed by conversation. */
import type { WrittenDraft } from "#api/drafts.ts";
import { sorted } from "#base/sorted.ts";
import { storedContent } from "#journal/content.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { messageProblem, topicProblem } from "#model/limits.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** The key of text without a recipient. */
const unaddressed = "";

/** A draft's text as the server stores it: equal texts are equal drafts. */
export function serverText({ realm }: Replica, text: string): string {
  return storedContent(text, realm.maxMessageLength);
}

/** Undefined if the server would refuse it: such a text stays local until it is corrected. */
export function toServerDraft(
  replica: Replica,
  { address, text, updatedAt }: Draft,
): WrittenDraft | undefined {
  const content = serverText(replica, text);
  if (messageProblem(replica.realm, text) !== undefined) return undefined;
  const timestamp = Math.floor(updatedAt / 1000);
  if (address === undefined) return { type: "", to: [], topic: "", content, timestamp };
  if (address.kind === "direct") {
    const to = [...others(address.userIds, replica.ownId)];
    return { type: "private", to, topic: "", content, timestamp };
  }
  const { streamId, topic } = address;
  if (topicProblem(replica.realm, topic) !== undefined) return undefined;
  return { type: "stream", to: [streamId], topic, content, timestamp };
}

/** The conversation of a server draft, which the person may not see any more; undefined without a topic. */
export function conversationOfDraft(
  { ownId }: Replica,
  { type, to, topic }: ServerDraft,
): { readonly key: string; readonly address: Address | undefined } | undefined {
  const [first] = to;
  if (type === "" || first === undefined) return { key: unaddressed, address: undefined };
  if (type === "private") return placed({ kind: "direct", userIds: everybody(to, ownId) });
  const streamId = first as StreamId;
  return topic === "" ? undefined : placed({ kind: "topic", streamId, topic });
}

function everybody(ids: readonly number[], ownId: UserId) {
  return sorted([...new Set([...(ids as readonly UserId[]), ownId])]);
}

function placed(address: Address) {
  return { key: conversationKey(address), address };
}
