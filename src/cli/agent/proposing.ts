/** Makes proposals: they wait on this machine's disk for the user's key, and nothing else here can send. */
import { idsOf } from "#base/id-list.ts";
import { withoutHidden } from "#base/safe-text.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { Exit } from "#cli/exit-codes.ts";
import { messageOf, noMessage } from "#cli/messages.ts";
import { addressProblem, placeFor, recipientFor } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { partsFor, placeIn } from "#cli/written-place.ts";
import { newSend } from "#journal/actions/send.ts";
import type { IntentId } from "#journal/intent.ts";
import { hasLapsed, type Proposal } from "#journal/proposals.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { messageProblem, type Problem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadIn } from "#model/unreads.ts";
import { proposalRows } from "#sync/storage/proposals.ts";
import type { MessageId } from "#wire/ids.ts";
import { privateReads } from "./private-reads.ts";
import { type Allowed, audienceOf, mayRead, type ReadPlace, type ReadSoFar } from "./reading.ts";
import type { ToolArguments } from "./tools.ts";

export type Proposing = {
  readonly allowed: Allowed;
  readonly soFar: ReadSoFar;
  /** What the program calls itself. */
  readonly agent: string;
  readonly values: ToolArguments;
};

/** More would only be approved unread. */
const mostOpen = 50;
const mostNamed = 20;
const longestAnswered = 200;

type Drafted = Pick<Proposal, "action" | "address"> & { readonly answers?: string };
type Draft = (
  context: VerbContext,
  values: ToolArguments,
  /** Throws an Exit for a place that the session may not read: by default one that says so. */
  require: (place: Narrow, refusal?: Exit) => void,
) => Promise<Drafted>;

/** By the tool's name. Each resolves names as verbs that act do, and so guesses nothing. */
const drafts: Readonly<Record<string, Draft>> = {
  propose_message: async (context, { place, text }, require) => {
    const written = placeIn(`${place}`);
    const replica = await context.state("streams", ...partsFor(written));
    const address = await recipientFor(context, replica, written);
    require(address);
    return { action: message(replica, address, `${text}`), address };
  },
  propose_reply: async (context, { message_id: id, text }, require) => {
    const replica = await context.state("streams", "people");
    const answered = await messageIn(context, id);
    const address = conversationOfMessage(answered);
    require(address, noMessage(answered.id));
    const action = message(replica, address, `${text}`);
    return { action, address, answers: shortOf(answered) };
  },
  propose_done: async (context, { place }, require) => {
    const written = placeIn(`${place}`);
    const replica = await context.state("streams", "people", "unread", ...partsFor(written));
    const { narrow } = await placeFor(context, replica, written);
    if (!isConversation(narrow))
      throw new Exit("usage", "Name one conversation: '#stream > topic' or @person.");
    require(narrow);
    const unread = unreadIn(replica.unreads, conversationKey(narrow));
    const ids = unread === undefined ? [] : idsOf(unread.ids);
    if (ids.length === 0) throw new Exit("refused", "Nothing is unread there.");
    return { action: { kind: "read", op: "add", ids, at: narrow }, address: narrow };
  },
  propose_reaction: async (context, { message_id: id, emoji }, require) => {
    const replica = await context.state("rendering", "streams", "people");
    const [one] = await emojiNamed(context, replica, [`${emoji}`]);
    if (one === undefined) throw new Exit("usage", "Name an emoji, such as thumbs_up.");
    const about = await messageIn(context, id);
    const address = conversationOfMessage(about);
    require(address, noMessage(about.id));
    return {
      action: { kind: "react", op: "add", messageId: about.id, emoji: one },
      address,
      answers: shortOf(about),
    };
  },
};

/** Resolves when it is on disk. Throws an Exit if it is refused. */
export async function propose(
  context: VerbContext,
  tool: string,
  { allowed, soFar, agent, values }: Proposing,
): Promise<void> {
  const draft = drafts[tool];
  if (draft === undefined) throw new Error(`${tool} cannot be carried out.`);
  // A session with an allowance is told of no other place whether it is there.
  const end = allowed.places === undefined ? "refused" : "usage";
  const notThere = new Exit(end, "This session may neither read nor propose anything there.");
  const drafted = await draft(context, values, (place, refusal = notThere) => {
    if (!mayRead(allowed, place)) throw refusal;
  });
  const text = drafted.action.kind === "send" ? drafted.action.content : "";
  const readers = audienceOf(drafted.address);
  const places = soFar.places();
  const titles = (some: readonly Pick<ReadPlace, "title">[]) =>
    some.slice(-mostNamed).map(({ title }) => title);
  const createdAt = context.clock.now();
  await withStorage(context, async (storage) => {
    const rows = [...(await proposalRows.stored(storage)).values()];
    if (rows.filter((one) => !hasLapsed(one, createdAt)).length >= mostOpen)
      throw new Exit("refused", `${mostOpen} proposals wait for the user: that is enough.`);
    const audiences = new Set(places.map(({ audience }) => audience));
    const before = await privateReads(storage, createdAt);
    const carried = [
      ...before.filter(({ audience }) => !audiences.has(audience)),
      ...places.filter(({ isPrivate }) => isPrivate),
    ].filter(({ audience }) => audience !== readers);
    const proposal: Proposal = {
      ...drafted,
      id: context.newId() as IntentId,
      createdAt,
      agent,
      read: titles(places),
      carried: titles(carried),
      strange: soFar.strangeIn(text).slice(0, mostNamed),
    };
    await proposalRows.put(storage, proposal.id, proposal);
    await storage.tellWindows();
  });
}

/** Throws an Exit for a text that cannot be sent, or in which something is hidden from the user. */
function message(replica: Replica, address: Conversation, content: string): Proposal["action"] {
  if (withoutHidden(content) !== content.replaceAll("\t", " "))
    throw new Exit("usage", "The text has characters that nobody can see: leave them out.");
  const problem = messageProblem(replica.realm, content) ?? placeProblem(replica, address);
  if (content.trim() === "") throw new Exit("usage", "The text is empty.");
  if (problem !== undefined) throw new Exit("usage", problem);
  return newSend(replica, address, content);
}

function placeProblem(replica: Replica, address: Conversation): Problem {
  if (address.kind !== "topic") return undefined;
  if (withoutHidden(address.topic) !== address.topic)
    return "The topic has characters that nobody can see: leave them out.";
  return addressProblem(replica, address);
}

async function messageIn(
  { connection }: VerbContext,
  id: ToolArguments[string] | undefined,
): Promise<Message> {
  if (typeof id !== "number") throw noMessage(0 as MessageId);
  return fromWireMessage(await messageOf(connection, id as MessageId));
}

function shortOf({ senderName, content }: Message): string {
  const text = content.replace(/\s+/g, " ");
  const words = text.length > longestAnswered ? `${text.slice(0, longestAnswered)}…` : text;
  return `${senderName}: ${words}`;
}
