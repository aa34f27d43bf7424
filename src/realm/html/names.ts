/** Renders mentions, stream links and emoji; unknown names stay text. */
import { encodeOperand } from "./address.ts";
import type { Mentionable, RenderContext, Rendering } from "./context.ts";
import type { MessageToken } from "./dialect.ts";
import { escapeAttribute, escapeText } from "./escape.ts";

type TokenOf<Type extends MessageToken["type"]> = Extract<MessageToken, { readonly type: Type }>;

const streamWildcards = ["all", "everyone", "stream", "channel"];

/** Undefined if nobody has the name. */
export function mentionHtml(token: TokenOf<"mention">, run: Rendering): string | undefined {
  const { name } = token;
  const { context, mentions } = run;
  const isSilent = token.isSilent || run.quotes > 0;
  if (token.isGroup) return groupHtml(name, isSilent, run);
  if (name === "topic") {
    mentions.topicWildcard ||= !isSilent;
    return span("topic-mention", "", name, isSilent);
  }
  if (streamWildcards.includes(name)) {
    mentions.streamWildcard ||= !isSilent;
    return span("user-mention", ' data-user-id="*"', name, isSilent);
  }
  const person = personCalled(name, context);
  if (person === undefined) return undefined;
  const isQuiet = isSilent || !person.isActive;
  if (!isQuiet) mentions.users.add(person.id);
  return span("user-mention", ` data-user-id="${person.id}"`, person.name, isQuiet);
}

/** The person in `name`, `name|id` or `|id`. With both, the name must match exactly. */
function personCalled(typed: string, context: RenderContext): Mentionable | undefined {
  const withId = /^(.*)\|(\d+)$/.exec(typed);
  if (withId === null) return context.userByName(typed);
  const [, name, id] = withId;
  const person = context.userById(Number(id));
  return name === "" || person?.name === name ? person : undefined;
}

function groupHtml(name: string, isSilent: boolean, run: Rendering): string | undefined {
  const group = run.context.groupByName(name);
  if (group === undefined) return undefined;
  if (!isSilent) run.mentions.groups.add(group.id);
  return span("user-group-mention", ` data-user-group-id="${group.id}"`, group.name, isSilent);
}

function span(kind: string, attributes: string, name: string, isSilent: boolean): string {
  const text = isSilent ? name : `@${name}`;
  return `<span class="${kind}${isSilent ? " silent" : ""}"${attributes}>${escapeText(text)}</span>`;
}

/** Undefined if no stream has the name. */
export function streamHtml({ name, topic }: TokenOf<"stream">, run: Rendering): string | undefined {
  const stream = run.context.streamByName(name);
  if (stream === undefined) return undefined;
  const path = `/#narrow/stream/${stream.id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
  const target = topic === undefined ? path : `${path}/topic/${encodeOperand(topic)}`;
  const kind = topic === undefined ? "stream" : "stream-topic";
  const text = topic === undefined ? `#${name}` : `#${name} > ${topic}`;
  run.links.push(target);
  return `<a class="${kind}" data-stream-id="${stream.id}" href="${target}">${escapeText(text)}</a>`;
}

/** Custom emoji first, then the one that every realm has, then Unicode; undefined for unknown names. */
export function emojiHtml(name: string, context: RenderContext): string | undefined {
  const title = name.replaceAll("_", " ");
  const extra = `/static/generated/emoji/images/emoji/unicode/${context.brand}.png`;
  const picture = context.customEmoji(name) ?? (name === context.brand ? extra : undefined);
  if (picture !== undefined)
    return `<img alt=":${name}:" class="emoji" src="${escapeAttribute(picture)}" title="${title}">`;
  const code = context.emojiCode(name);
  if (code === undefined) return undefined;
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
}
