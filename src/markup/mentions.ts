/** Mentions and stream links with the names that their people, groups and streams have now. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { UserId } from "#wire/ids.ts";
import type { DialectToken } from "./dialect.ts";
import type { Role, Target } from "./document.ts";
import type { Reading } from "./reading.ts";

export type Named = {
  readonly text: SafeText;
  readonly role: Role;
  readonly target?: Target;
  readonly colour?: string;
};

const crowds = new Set(["all", "everyone", "stream", "channel", "topic"]);

/** How a mention reads; undefined when nobody has that name, and it is only text. In a quote nobody is called. */
export function mentioned(
  token: Extract<DialectToken, { type: "mention" }>,
  reading: Reading,
  isQuoted: boolean,
): Named | undefined {
  const isSilent = token.isSilent || isQuoted;
  if (token.isGroup) {
    const group = reading.names.groupByName(token.name);
    if (group === undefined) return undefined;
    const target: Target = { kind: "group", groupId: group.id };
    return { ...called(group.name, isSilent, group.includesMe), target };
  }
  if (crowds.has(token.name)) return called(token.name, isSilent, true);
  const user = userOf(token.name, reading);
  if (user === undefined) return undefined;
  const isMe = user.id === reading.names.me;
  const target: Target = { kind: "user", userId: user.id };
  const name = isMe && !isSilent ? (reading.you ?? user.name) : user.name;
  return { ...called(name, isSilent, isMe), target };
}

function called(name: string, isSilent: boolean, callsMe: boolean): Named {
  if (isSilent) return { text: safeLine(name), role: "silentMention" };
  return { text: safeLine(`@${name}`), role: callsMe ? "selfMention" : "mention" };
}

const withId = /^(.*)\|(\d{1,15})$/;

function userOf(written: string, { names }: Reading) {
  const match = withId.exec(written);
  if (match === null) return names.userByName(written);
  // The name beside the ID was right when the message was sent, and may have changed since.
  return names.userById(Number(match[2]) as UserId);
}

/** How a stream link reads; undefined when no stream has that name. */
export function streamLinked(
  token: Extract<DialectToken, { type: "stream" }>,
  reading: Reading,
  topicSign: SafeText = plain("›"),
): Named | undefined {
  const stream = reading.names.streamByName(token.name);
  if (stream === undefined) return undefined;
  const place =
    token.topic === undefined ? stream.name : `${stream.name} ${topicSign} ${token.topic}`;
  const target: Target =
    token.topic === undefined
      ? { kind: "stream", streamId: stream.id }
      : { kind: "topic", streamId: stream.id, topic: token.topic };
  const named: Named = { text: safeLine(`#${place}`), role: "stream", target };
  return stream.colour === undefined ? named : { ...named, colour: stream.colour };
}
