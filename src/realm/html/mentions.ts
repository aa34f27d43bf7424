/** People, groups, streams and topics by name. */
import { encodeOperand } from "./address.ts";
import type { Mentionable, RenderContext } from "./context.ts";
import { keepElement, keepLink, type Pattern, type Run } from "./run.ts";
import { holdsMark } from "./stash.ts";

/** What may stand before the sign: nothing, a blank, or one of these. */
const before = "(?<![^\\s'\"({[/<])";
const userMention = new RegExp(`${before}@(_?)\\*\\*([^*]+)\\*\\*`, "g");
const groupMention = new RegExp(`${before}@(_?)\\*([^*]+)\\*`, "g");
const topicLink = new RegExp(`${before}#\\*\\*([^*>]+)>([^*]+)\\*\\*`, "g");
const streamLink = new RegExp(`${before}#\\*\\*([^*]+)\\*\\*`, "g");

const streamWildcards = new Set(["all", "everyone", "stream"]);

function isWildcard(name: string, { channelIsWildcard }: RenderContext): boolean {
  return streamWildcards.has(name) || name === "topic" || (name === "channel" && channelIsWildcard);
}

export const userMentions: Pattern = (text, run) =>
  text.includes("@")
    ? text.replace(userMention, (all, silent: string, name: string) => {
        if (isWildcard(name, run.context)) return wildcard(run, name, silent !== "");
        const person = mentioned(run.context, name);
        return person === undefined ? all : user(run, person, silent !== "" || !person.isActive);
      })
    : text;

/** Whom `name`, `name|id` or `|id` means. Name and ID must agree to the letter. */
function mentioned(context: RenderContext, typed: string): Mentionable | undefined {
  const withId = /^(.*)\|(\d+)$/s.exec(typed);
  if (withId === null) return context.userByName(typed);
  const [, name, id] = withId;
  const person = context.userById(Number(id));
  return name === "" || person?.name === name ? person : undefined;
}

function user(run: Run, { id, name }: Mentionable, isSilent: boolean): string {
  run.mentions[isSilent ? "silentUsers" : "users"].add(id);
  return mention(run, { class: "user-mention", "data-user-id": String(id) }, name, isSilent);
}

function wildcard(run: Run, name: string, isSilent: boolean): string {
  const isTopic = name === "topic";
  if (!isSilent) run.mentions[isTopic ? "topicWildcard" : "streamWildcard"] = true;
  const attributes = isTopic
    ? { class: "topic-mention" }
    : { class: "user-mention", "data-user-id": "*" };
  return mention(run, attributes, name, isSilent);
}

function mention(
  run: Run,
  attributes: Readonly<Record<string, string>> & { readonly class: string },
  name: string,
  isSilent: boolean,
): string {
  const silenced = isSilent ? { ...attributes, class: `${attributes.class} silent` } : attributes;
  return keepElement(run, "span", silenced, isSilent ? name : `@${name}`);
}

export const groupMentions: Pattern = (text, run) =>
  text.includes("@")
    ? text.replace(groupMention, (all, silent: string, name: string) => {
        const group = run.context.groupByName(name);
        if (group === undefined) return all;
        run.mentions[silent === "" ? "groups" : "silentGroups"].add(group.id);
        const attributes = { class: "user-group-mention", "data-user-group-id": String(group.id) };
        return mention(run, attributes, group.name, silent !== "");
      })
    : text;

/** A line of a quote: whoever is named in it was told when it was first said. */
export function silenced(line: string): string {
  if (!line.includes("@")) return line;
  return line.replace(userMention, "@_**$2**").replace(groupMention, "@_*$2*");
}

export const topicLinks: Pattern = (text, run) =>
  text.includes("#**")
    ? text.replace(topicLink, (all, name: string, topic: string) => {
        const stream = run.context.streamByName(name);
        if (stream === undefined || holdsMark(topic)) return all;
        const href = `${streamPath(stream)}/topic/${encodeOperand(topic)}`;
        const attributes = { class: "stream-topic", "data-stream-id": String(stream.id), href };
        return keepLink(run, attributes, `#${stream.name} > ${topic}`);
      })
    : text;

export const streamLinks: Pattern = (text, run) =>
  text.includes("#**")
    ? text.replace(streamLink, (all, name: string) => {
        const stream = run.context.streamByName(name);
        if (stream === undefined) return all;
        const href = streamPath(stream);
        const attributes = { class: "stream", "data-stream-id": String(stream.id), href };
        return keepLink(run, attributes, `#${stream.name}`);
      })
    : text;

function streamPath({ id, name }: { readonly id: number; readonly name: string }): string {
  return `/#narrow/stream/${id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
}
