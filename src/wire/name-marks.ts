/** Names as they are written in messages, so that servers read them back as the same stream, topic, person or group. */
import { since } from "./levels.ts";
import { placeLink } from "./narrow-link.ts";

type NamedStream = { readonly id: number; readonly name: string };

/** Read before names, or as their end. */
const breaksPlace = /[`*>&[\]<]|\$\$/;
const breaksPerson = /[`*\\>"@]|\|\d+$/;
const breaksGroup = /[`*<]|\$\$/;
/** Would be the ID of a message. */
const likeMessage = /@\d+$/;

/** `#**ops**`, or a link with the same text. */
export function streamMark({ id, name }: NamedStream, level: number): string {
  return breaksPlace.test(name)
    ? `[#${escaped(name)}](${placeLink({ id, name }, undefined, level)})`
    : `#**${name}**`;
}

/** What a topic is called, if that is not its name: the realm's words for the empty one. */
type NamedTopic = { readonly topic: string; readonly title: string };

/** `#**ops>deploy window**`, or a link with the same text; with a message, to that message in the topic. */
export function topicMark(
  stream: NamedStream,
  { topic, title }: NamedTopic,
  level: number,
  messageId?: number,
): string {
  const isPlain = ![stream.name, topic].some((name) => breaksPlace.test(name));
  const isRead = messageId === undefined ? !likeMessage.test(topic) : level >= since.messageMarks;
  if (isPlain && isRead && (topic !== "" || level >= since.emptyTopicMarks)) {
    const at = messageId === undefined ? "" : `@${messageId}`;
    return `#**${stream.name}>${topic}${at}**`;
  }
  const [sign, near] = messageId === undefined ? ["", ""] : [" @ 💬", `/near/${messageId}`];
  const text = `#${escaped(stream.name)} > ${escaped(title)}${sign}`;
  return `[${text}](${placeLink(stream, topic, level)}${near})`;
}

/** Rules that come before that of links apply to their texts; entities are decoded there. */
function escaped(name: string): string {
  return name.replace(/[`*>&[\]<]|\$\$/g, (signs) =>
    signs.replace(/./g, (sign) => `&#${sign.charCodeAt(0)};`),
  );
}

type MentionStyle = {
  readonly isSilent: boolean;
  /** Whether others have the name, too. */
  readonly isShared: boolean;
};

/** `@**Ana Ruiz**`; with the ID where the name does not say who it is. */
export function personMark(
  { id, name }: { readonly id: number; readonly name: string },
  { isSilent, isShared }: MentionStyle,
): string {
  const word = breaksPerson.test(name) ? "" : name;
  return `${isSilent ? "@_" : "@"}**${isShared || word === "" ? `${word}|${id}` : word}**`;
}

/** `@*crew*`; undefined for names that cannot be written. */
export function groupMark(name: string, isSilent: boolean): string | undefined {
  return breaksGroup.test(name) ? undefined : `${isSilent ? "@_" : "@"}*${name}*`;
}
