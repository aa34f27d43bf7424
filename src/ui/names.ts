/** Display names of users, streams and conversations. */

import { memoizeTexts } from "#base/memoize.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { characterOf } from "#emoji/catalogue.ts";
import type { Conversation } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { feedOfSearch } from "#model/search.ts";
import type { Stream } from "#model/stream.ts";
import { knownStream, namelessStream } from "#model/streams.ts";
import { viewOfSearch } from "#model/views.ts";
import type { Token } from "#theme/tokens.ts";
import type { UserId } from "#wire/ids.ts";
import { noSpans, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";

/** A received name made safe; cached, because there are few names and they recur. */
export const safeName: (name: string) => SafeText = memoizeTexts(2000, safeLine);

export function personName(replica: Replica, id: UserId): SafeText {
  const person = get(replica.people, id);
  return person === undefined ? plain("somebody") : safeName(person.name);
}

/** The sender's current name; the name at sending time if the user is unknown. */
export function senderName(replica: Replica, message: Message): SafeText {
  const person = get(replica.people, message.senderId);
  return safeName(person?.name ?? message.senderName);
}

/**
 * The name where the user is "you", or is told by the name alone: others who are called "you", or like the user, are told
 * by their address, too.
 */
export function distinctName(replica: Replica, id: UserId, name: SafeText): SafeText {
  if (id === replica.ownId) return name;
  const own = get(replica.people, replica.ownId)?.name ?? "";
  if (![own, "you"].some((other) => folded(other) === folded(name))) return name;
  return safeLine(`${name} (${get(replica.people, id)?.email ?? id})`);
}

/** The user is called `you`. */
export function nameOrYou(replica: Replica, id: UserId): SafeText {
  return id === replica.ownId ? plain("you") : distinctName(replica, id, personName(replica, id));
}

/** Without what hardly shows. */
function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Everybody except the user, as a list of names. */
export function peopleNames(replica: Replica, userIds: readonly UserId[]): SafeText {
  const names = others(userIds, replica.ownId).map((id) => personName(replica, id));
  return joined(names, plain(", "));
}

export function streamSign({ glyphs }: Style, stream: Stream | undefined): SafeText {
  if (stream?.isWebPublic) return glyphs.streamWebPublic;
  return stream?.isPrivate ? glyphs.streamPrivate : glyphs.streamPublic;
}

/** The stream's sign in its colour, and its name. */
export function streamSpans(
  style: Style,
  stream: Stream | undefined,
  token?: Token,
): readonly Span[] {
  const colour = stream?.subscription?.colour;
  const sign = streamSign(style, stream);
  const name = stream === undefined ? plain(namelessStream) : safeName(stream.name);
  return [
    { text: sign, ...(colour === undefined ? {} : { colour: style.painter.streamColour(colour) }) },
    { text: name, token },
  ];
}

/** The empty topic has the realm's name for it, in italics. */
export function topicSpan(
  replica: Pick<Replica, "organization">,
  topic: string,
  token?: Token | undefined,
): Span {
  const text = safeName(topicTitle(replica, topic));
  if (topic !== "") return { text, token, shrinks: true };
  return { text, token: token === undefined ? emphasized : [token, ...emphasized], shrinks: true };
}

const emphasized: readonly Token[] = ["emphasis"];

/** The status emoji of the only other participant, preceded by a blank; nothing for groups or without an emoji. */
export function statusSpans(replica: Replica, userIds: readonly UserId[]): readonly Span[] {
  const [userId, ...more] = others(userIds, replica.ownId);
  const status = userId === undefined ? undefined : replica.statuses.get(userId);
  if (status === undefined || more.length > 0 || status.emojiName === "") return noSpans;
  const { emojiName, emojiCode, emojiType } = status;
  // A custom emoji has no character, and its name would take the room of the user's.
  if (emojiType !== "unicode_emoji") return noSpans;
  return [span(joined([plain(" "), emojiText(emojiType, emojiCode, emojiName)], plain("")))];
}

/** The name of a conversation: `#backend › deploy window`, or the participants' names. */
export function conversationSpans(
  style: Style,
  replica: Replica,
  conversation: Conversation,
  token: Token = "strong",
): readonly Span[] {
  if (conversation.kind === "direct") {
    return [{ text: peopleNames(replica, conversation.userIds), token, shrinks: true }];
  }
  const [sign, name] = streamSpans(style, knownStream(replica, conversation.streamId), token);
  return [
    ...(sign === undefined ? [] : [sign]),
    // The beginning of a stream's name tells it; a topic needs more.
    ...(name === undefined ? [] : [{ ...name, shrinks: "first" } as const]),
    span(plain(` ${style.glyphs.topic} `), "faint"),
    topicSpan(replica, conversation.topic, token),
  ];
}

/** The name of a narrow, as in the title. */
export function narrowSpans(style: Style, replica: Replica, narrow: Narrow): readonly Span[] {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return conversationSpans(style, replica, narrow);
    case "stream":
      return streamSpans(style, knownStream(replica, narrow.streamId), "strong");
    case "sender":
      return [span(plain("From "), "dim"), span(personName(replica, narrow.userId), "strong")];
    case "all":
      return [span(plain("Everything"), "strong")];
    case "mentions":
      return [span(plain("Mentions"), "strong")];
    case "starred":
      return [span(plain("Starred"), "strong")];
    case "directs":
      return [span(plain("Direct messages"), "strong")];
    case "search": {
      const feed = feedOfSearch(narrow);
      if (feed !== undefined) return narrowSpans(style, replica, { kind: feed });
      const view = viewOfSearch(replica, narrow);
      if (view === undefined)
        return [
          span(plain("Search  "), "dim"),
          { text: safeLine(narrow.text), token: "strong", shrinks: true },
        ];
      return [
        { text: safeName(view.name), token: "strong", shrinks: true },
        { text: safeLine(`  ${narrow.text}`), token: "dim", shrinks: true },
      ];
    }
  }
}

/** The character of an emoji; a custom one has only a name. */
export function emojiText(type: string, code: string, name: string): SafeText {
  const character = type === "unicode_emoji" ? characterOf(code) : undefined;
  return character ?? safeLine(`:${name}:`);
}
