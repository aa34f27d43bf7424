/**
 * Renders Markdown to HTML, as much of it as clients read: paragraphs, quotes, code, emphasis, links and names. Also finds
 * mentions and links.
 */
import { memoizeLru } from "#base/memoize.ts";
import type { State } from "#realm/state/state.ts";
import { activeEmoji, type Customization, emojiPath } from "#realm/state/state.ts";
import { limits } from "#wire/limits.ts";
import { effectiveMembers, type People, type Person } from "./state/people.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes `text` for use in attributes and between tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A compiled link pattern. */
type Linkifier = { readonly pattern: RegExp; readonly template: string };
type Link = { readonly at: number; readonly text: string; readonly url: string };

/** The realm's patterns in its order, without those that this engine does not support. */
function linkifiersOf({ linkifiers }: Customization): readonly Linkifier[] {
  return linkifiers.flatMap(({ pattern, template }) => {
    // A match follows a boundary and is not followed by a letter or digit.
    const source = `(?<![^\\s'"(,:<])(?:${pattern.replaceAll("(?P<", "(?<")})(?![\\p{L}\\p{N}])`;
    try {
      return [{ pattern: new RegExp(source, "gu"), template }];
    } catch {
      return [];
    }
  });
}

/** Expands the template with `values`; `{+name}` keeps reserved characters. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\+?)(\w+)\}/g, (_all, whole: string, name: string) => {
    const value = (values[name] ?? "").toWellFormed();
    return whole === "" ? encodeURIComponent(value) : encodeURI(value).replaceAll("%25", "%");
  });
}

/** The matches of all patterns in text order. If two overlap, the first pattern wins. */
function linksIn(text: string, linkifiers: readonly Linkifier[]): readonly Link[] {
  const taken: Link[] = [];
  for (const { pattern, template } of linkifiers) {
    for (const { 0: own, index: at, groups = {} } of text.matchAll(pattern)) {
      const overlaps = taken.some(
        (one) => at < one.at + one.text.length && one.at < at + own.length,
      );
      if (own !== "" && !overlaps) taken.push({ at, text: own, url: expand(template, groups) });
    }
  }
  return taken.sort((a, b) => a.at - b.at);
}

/** Hosts without a scheme. A selection of top-level domains is enough here. */
const hosts =
  /(?<![\p{L}\p{N}@/._:-])(?<url>(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|example)\b(?![.@\p{L}\p{N}-])(?:\/[^\s<>"]*[^\s<>".,;:!?)'])?)/giu;

const inTopics: readonly Linkifier[] = [
  { pattern: /(?<![^\s(])(?<url>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'])/gu, template: "{+url}" },
  { pattern: hosts, template: "https://{+url}" },
];

/** Finds the links in a topic, in order. */
export type ReadTopic = ReturnType<typeof topicReaderOf>;

export function topicReaderOf({ customization }: Pick<State, "customization">) {
  const all = [...linkifiersOf(customization), ...inTopics];
  return memoizeLru(1_000, (topic) => linksIn(topic, all).map(({ url, text }) => ({ url, text })));
}

type RenderState = Pick<State, "people" | "streams" | "customization">;

/** The state of rendering one text. */
type Run = {
  readonly state: RenderState;
  readonly names: Names;
  readonly linkifiers: readonly Linkifier[];
  readonly called: Set<number>;
  readonly links: string[];
  everybody: boolean;
  topic: boolean;
  /** In quotes, mentions are silent. */
  isQuoted: boolean;
};

export type Render = ReturnType<typeof rendererOf>;

const pictureTarget = /\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** Renders texts with the names of this state; cached results keep former names. */
export function rendererOf(state: RenderState) {
  const linkifiers = [
    ...linkifiersOf(state.customization),
    { pattern: hosts, template: "http://{+url}" },
  ];
  let names = namesOf(state.people);
  // Enough for a busy screen and its history.
  return memoizeLru(4_000, (content) => {
    if (names.revision !== state.people.revision) names = namesOf(state.people);
    const found = { called: new Set<number>(), links: [], everybody: false, topic: false };
    const run: Run = { state, names, linkifiers, ...found, isQuoted: false };
    const text = content.toWellFormed();
    // No message is longer, and blocks in blocks take more than linear time.
    const isMessage = text.length <= 2 * limits.messageLength;
    const html = isMessage ? blocksHtml(text, run).trim() : `<p>${escapeHtml(text)}</p>`;
    return {
      html,
      mentions: {
        /** Mentioned by name or through a group. */
        people: [...run.called],
        everybody: run.everybody,
        /** Whether the topic's participants are mentioned. */
        topic: run.topic,
      },
      hasLink: run.links.length > 0,
      hasImage: run.links.some((link) => pictureTarget.test(link)),
      /** Linked uploads: paths relative to `/user_uploads/`, as written. */
      uploads: run.links.flatMap((link) => uploadIn.exec(link)?.[1] ?? []),
    };
  });
}

const uploadIn = /^(?:https?:\/\/[^/]+)?\/?user_uploads\/([^?#]+)/;

type Names = ReturnType<typeof namesOf>;

/** People and groups by name, indexed once per revision. */
function namesOf({ byId, groups, revision }: People) {
  const people = new Map<string, Person>();
  for (const person of byId.values()) {
    const name = person.fullName.toLowerCase();
    // Active people take precedence over deactivated ones with the same name.
    if (people.get(name)?.isActive !== true) people.set(name, person);
  }
  const groupsByName = new Map([...groups.values()].map((group) => [group.name, group]));
  return { people, groups: groupsByName, revision };
}

const fence = /^ {0,3}(`{3,}|~{3,}) *(\w*) *(.*)/;
const quote = /^(?: {0,3}> ?)+/;
const indented = /^ {4}/;

function blocksHtml(text: string, run: Run): string {
  const lines = text.split("\n");
  let html = "";
  /** Removes and returns the first line and all that follow until one that ends the block. */
  const block = (ends: (line: string) => boolean) => {
    const end = lines.findIndex((line, at) => at > 0 && ends(line));
    return lines.splice(0, end < 0 ? lines.length : end);
  };
  while (lines.length > 0) {
    const first = lines[0] ?? "";
    const [, mark, kind = "", words = ""] = fence.exec(first) ?? [];
    if (mark !== undefined) {
      const inside = block((line) => line.trim() === mark)
        .slice(1)
        .join("\n");
      lines.shift();
      html += fencedHtml(kind, words, inside, run);
    } else if (quote.test(first)) {
      const inside = block((line) => line.trim() === "" || fence.test(line));
      html += quotedHtml(inside.map((line) => line.replace(quote, "")).join("\n"), run);
    } else if (indented.test(first)) {
      const inside = block((line) => !indented.test(line));
      html += codeHtml(inside.map((line) => line.replace(indented, "")).join("\n"));
    } else if (first.trim() === "") lines.shift();
    else {
      const inside = block((line) => line.trim() === "" || fence.test(line) || quote.test(line));
      html += `<p>${inlineHtml(inside.join("\n"), run)}</p>\n`;
    }
  }
  return html;
}

function fencedHtml(kind: string, words: string, inside: string, run: Run): string {
  if (kind === "quote") return quotedHtml(inside, run);
  return kind === "spoiler" ? blocksHtml(`${words}\n\n${inside}`, run) : codeHtml(inside);
}

function codeHtml(text: string): string {
  return `<pre><code>${escapeHtml(text)}\n</code></pre>\n`;
}

function quotedHtml(text: string, run: Run): string {
  const before = run.isQuoted;
  run.isQuoted = true;
  const html = `<blockquote>\n${blocksHtml(text, run)}</blockquote>\n`;
  run.isQuoted = before;
  return html;
}

/** Patterns of a text by what they match, in the order of precedence. */
const spans = [
  /``(?<long>.+?)``|`(?<code>[^`\n]+)`/,
  /(?<![^\s'"({[/<])@(?<silent>_?)(?:\*\*(?<person>[^*\n]+)\*\*|\*(?<group>[^*\n]+)\*)/,
  /(?<![^\s'"({[/<])#\*\*(?<stream>[^*>\n]+)(?:>(?<topic>[^*\n]+))?\*\*/,
  /(?<!!)\[(?<label>[^[\]\n]*)\]\((?<target>[^\s()]+)\)/,
  /(?<url>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'])/,
  /\*\*(?<strong>[^*\n]+)\*\*|(?<!\*)\*(?<em>[^\s*][^*\n]*)\*(?!\*)|~~(?<del>[^~\n]+)~~/,
  /:(?<emoji>[\w+-]+):/,
];
const inline = new RegExp(spans.map(({ source }) => source).join("|"), "gu");

function inlineHtml(text: string, run: Run): string {
  let html = "";
  let done = 0;
  for (const { 0: raw, index, groups = {} } of text.matchAll(inline)) {
    html +=
      wordsHtml(text.slice(done, index), run) + (spanHtml(groups, run) ?? wordsHtml(raw, run));
    done = index + raw.length;
  }
  return html + wordsHtml(text.slice(done), run);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Undefined if nothing has that name, or the target of a link might be dangerous. */
function spanHtml(found: Groups, run: Run): string | undefined {
  const { long, code = long, person, group, stream, topic, label, target, url, emoji } = found;
  if (code !== undefined) return `<code>${escapeHtml(code.trim())}</code>`;
  const isSilent = found["silent"] === "_" || run.isQuoted;
  if (person !== undefined) return personHtml(person, isSilent, run);
  if (group !== undefined) return groupHtml(group, isSilent, run);
  if (stream !== undefined) return streamHtml(stream, topic, run);
  if (target !== undefined) return linkHtml(target, label || target, run);
  if (url !== undefined) return linkHtml(url, url, run);
  if (emoji !== undefined) return emojiHtml(emoji, run);
  for (const tag of ["strong", "em", "del"]) {
    const inside = found[tag];
    if (inside !== undefined) return `<${tag}>${inlineHtml(inside, run)}</${tag}>`;
  }
  return undefined;
}

/** The person in `name`, `name|id` or `|id`. With both, the name must match exactly. */
function personCalled(typed: string, { state, names }: Run): Person | undefined {
  const [, name, id] = /^(.*)\|(\d+)$/.exec(typed) ?? [];
  if (id === undefined) return names.people.get(typed.toLowerCase());
  const person = state.people.byId.get(Number(id));
  return name === "" || person?.fullName === name ? person : undefined;
}

function personHtml(name: string, isSilent: boolean, run: Run): string | undefined {
  if (name === "topic") {
    run.topic ||= !isSilent;
    return mentionHtml("topic-mention", "", name, isSilent);
  }
  if (["all", "everyone", "stream", "channel"].includes(name)) {
    run.everybody ||= !isSilent;
    return mentionHtml("user-mention", ' data-user-id="*"', name, isSilent);
  }
  const person = personCalled(name, run);
  if (person === undefined) return undefined;
  // Mentions of deactivated people are silent.
  const isQuiet = isSilent || !person.isActive;
  if (!isQuiet) run.called.add(person.id);
  return mentionHtml("user-mention", ` data-user-id="${person.id}"`, person.fullName, isQuiet);
}

/** The system's groups cannot be mentioned. */
function groupHtml(name: string, isSilent: boolean, run: Run): string | undefined {
  const group = run.names.groups.get(name);
  if (group === undefined || group.isSystem) return undefined;
  const members = isSilent ? [] : effectiveMembers(run.state.people, group.id);
  for (const member of members) run.called.add(member);
  return mentionHtml("user-group-mention", ` data-user-group-id="${group.id}"`, name, isSilent);
}

function mentionHtml(kind: string, attributes: string, name: string, isSilent: boolean): string {
  const text = isSilent ? name : `@${name}`;
  return `<span class="${kind}${isSilent ? " silent" : ""}"${attributes}>${escapeHtml(text)}</span>`;
}

function streamHtml(name: string, topic: string | undefined, run: Run): string | undefined {
  const stream = run.state.streams.byName.get(name.toLowerCase());
  if (stream?.name !== name) return undefined;
  const more = topic === undefined ? "" : `/topic/${encodeURIComponent(topic)}`;
  const text = topic === undefined ? `#${name}` : `#${name} > ${topic}`;
  return linkHtml(`/#narrow/stream/${stream.id}${more.replaceAll("%", ".")}`, text, run);
}

function linkHtml(target: string, text: string, run: Run): string | undefined {
  const isSafe = /^(?:https?:\/\/|mailto:|[/#])/i.test(target);
  if (!isSafe && /^[^/.]*:/.test(target)) return undefined;
  const href = isSafe ? target : `http://${target}`;
  run.links.push(href);
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

/** Of the realm's own; all others stay text. */
function emojiHtml(name: string, { state }: Run): string | undefined {
  const emoji = activeEmoji(state.customization, name);
  if (emoji === undefined) return undefined;
  const title = name.replaceAll("_", " ");
  return `<img alt=":${name}:" class="emoji" src="${emojiPath(emoji)}" title="${title}">`;
}

/** Text with the links that have no brackets. */
function wordsHtml(text: string, run: Run): string {
  const plain = (part: string) => escapeHtml(part).replaceAll("\n", "<br>\n");
  let html = "";
  let done = 0;
  for (const { at, text: own, url } of linksIn(text, run.linkifiers)) {
    html += plain(text.slice(done, at)) + (linkHtml(url, own, run) ?? plain(own));
    done = at + own.length;
  }
  return html + plain(text.slice(done));
}
