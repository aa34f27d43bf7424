/** Mentions and stream links, with current names. */
import { safeLine } from "#base/safe-text.ts";
import type { UserId } from "#wire/ids.ts";
import type { Target } from "./document.ts";
import { type NamedReference, placeholder, type Replacement } from "./fragment.ts";
import type { ReaderContext } from "./reader-context.ts";

type SignedName = {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly isSilent: boolean;
};

const mayPrecede = /[\s'"({[/<]/;

/** Names between `stars` after `sign`, or after `sign_` for silent mentions, at the start of a word. */
function signedNames(text: string, sign: "@" | "#", stars: "*" | "**"): readonly SignedName[] {
  const found: SignedName[] = [];
  let start = text.indexOf(sign);
  while (start >= 0) {
    const isSilent = sign === "@" && text[start + 1] === "_";
    const open = start + (isSilent ? 2 : 1);
    const from = open + stars.length;
    const to = isOpening(text, start, open, stars) ? text.indexOf("*", from) : -1;
    if (to > from && text.startsWith(stars, to)) {
      const end = to + stars.length;
      found.push({ start, end, name: text.slice(from, to), isSilent });
      start = text.indexOf(sign, end);
    } else start = text.indexOf(sign, start + 1);
  }
  return found;
}

function isOpening(text: string, start: number, open: number, stars: string): boolean {
  const before = text[start - 1];
  return text.startsWith(stars, open) && (before === undefined || mayPrecede.test(before));
}

function named({ start, end }: SignedName, is: NamedReference | undefined): readonly Replacement[] {
  if (is === undefined) return [];
  return [{ start, from: start, to: start, end, make: () => ({ kind: "named", named: is }) }];
}

const wildcards = new Set(["all", "everyone", "stream", "channel", "topic"]);

/** `@**Ana Ruiz**`. Unknown names stay text; mentions in quotes are ignored. */
export function userMentions(
  text: string,
  readerContext: ReaderContext,
  isQuoted: boolean,
): readonly Replacement[] {
  return signedNames(text, "@", "**").flatMap((mark) => {
    const isSilent = mark.isSilent || isQuoted;
    if (wildcards.has(mark.name)) return named(mark, called(mark.name, isSilent, true));
    const user = userOf(mark.name, readerContext);
    if (user === undefined) return [];
    const isMe = user.id === readerContext.names.me;
    const target: Target = { kind: "user", userId: user.id };
    const name = isMe && !isSilent ? (readerContext.you ?? user.name) : user.name;
    return named(mark, { ...called(name, isSilent, isMe), target });
  });
}

/** `@*crew*`. */
export function groupMentions(
  text: string,
  { names }: ReaderContext,
  isQuoted: boolean,
): readonly Replacement[] {
  return signedNames(text, "@", "*").flatMap((mark) => {
    const group = names.groupByName(mark.name);
    if (group === undefined) return [];
    const target: Target = { kind: "group", groupId: group.id };
    const isSilent = mark.isSilent || isQuoted;
    return named(mark, { ...called(group.name, isSilent, group.includesMe), target });
  });
}

function called(name: string, isSilent: boolean, callsMe: boolean): NamedReference {
  if (isSilent) return { text: safeLine(name), role: "silentMention" };
  return { text: safeLine(`@${name}`), role: callsMe ? "selfMention" : "mention" };
}

const withId = /^(.*)\|(\d{1,15})$/;

function userOf(written: string, { names }: ReaderContext) {
  const match = withId.exec(written);
  if (match === null) return names.userByName(written);
  // The name beside the ID was right when the message was sent, and may have changed since.
  return names.userById(Number(match[2]) as UserId);
}

/** `#**ops**` and `#**ops>deploy window**`. */
export function streamLinks(
  text: string,
  { names, topicSign }: ReaderContext,
): readonly Replacement[] {
  return signedNames(text, "#", "**").flatMap((mark) => {
    if (mark.name.includes(placeholder)) return [];
    const parting = mark.name.indexOf(">");
    const topic = parting < 0 ? undefined : mark.name.slice(parting + 1);
    const stream = names.streamByName(parting < 0 ? mark.name : mark.name.slice(0, parting));
    if (stream === undefined || topic === "") return [];
    const place = topic === undefined ? stream.name : `${stream.name} ${topicSign} ${topic}`;
    const target: Target =
      topic === undefined
        ? { kind: "stream", streamId: stream.id }
        : { kind: "topic", streamId: stream.id, topic };
    const link: NamedReference = { text: safeLine(`#${place}`), role: "stream", target };
    return named(mark, stream.colour === undefined ? link : { ...link, colour: stream.colour });
  });
}
