/**
 * Renders Markdown to HTML, as much of it as clients read: paragraphs, quotes, code, emphasis, links and names. Also finds
 * mentions and links.
 */
import { memoizeTexts } from "#base/memoize.ts";
import { displayName } from "#realm/empty-topic.ts";
import { idsOfTopic } from "#realm/state/messages.ts";
import type { State } from "#realm/state/state.ts";
import { activeEmoji, type Customization, emojiPath } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { placeLink } from "#wire/narrow-link.ts";
import { effectiveMembers, type People, type Person, systemGroupTitle } from "./state/people.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes `text` for use in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Escapes `text` for use between tags; entities stay. */
function textHtml(text: string): string {
  return text.replace(/&(?!(?:#\d+|#x[\da-f]+|\w+);)|[<>]/gi, (sign) => entities[sign] ?? sign);
}

function codeText(text: string): string {
  return textHtml(text.replaceAll("&", "&amp;"));
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
  return memoizeTexts(1_000, (topic) =>
    linksIn(topic, all).map(({ url, text }) => ({ url, text })),
  );
}

type RenderState = Pick<State, "people" | "streams" | "messages" | "customization">;

/** The state of rendering one text. */
type Run = {
  readonly state: RenderState;
  readonly level: number;
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

const audioTarget = /\.(?:aac|flac|m4a|mp3|mpga|wav)(?:[?#]|$)/i;
const pictureTarget = /\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** Renders texts with the names of this state; cached results keep former names. */
export function rendererOf(state: RenderState, level: number) {
  const linkifiers = [
    ...linkifiersOf(state.customization),
    { pattern: hosts, template: "http://{+url}" },
  ];
  let names = namesOf(state.people);
  // Enough for a busy screen and its history.
  return memoizeTexts(4_000, (content) => {
    if (names.revision !== state.people.revision) names = namesOf(state.people);
    const mentions = { called: new Set<number>(), links: [], everybody: false, topic: false };
    const run: Run = { state, level, names, linkifiers, ...mentions, isQuoted: false };
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

const fence = /^(`{3,}|~{3,}) *(\w*) *(.*)/;
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
      const inside = block((line) => line.trimEnd() === mark)
        .slice(1)
        .join("\n");
      lines.shift();
      html += fencedHtml(kind.toLowerCase(), words, inside, run);
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
  if (kind === "quote" || kind === "quoted") return quotedHtml(inside, run);
  return kind === "spoiler" ? blocksHtml(`${words}\n\n${inside}`, run) : codeHtml(inside);
}

function codeHtml(text: string): string {
  return `<pre><code>${codeText(text)}\n</code></pre>\n`;
}

function quotedHtml(text: string, run: Run): string {
  const before = run.isQuoted;
  run.isQuoted = true;
  const html = `<blockquote>\n${blocksHtml(text, run)}</blockquote>\n`;
  run.isQuoted = before;
  return html;
}

type Groups = Readonly<Record<string, string | undefined>>;

type Inline = {
  readonly run: Run;
  /** Keeps HTML from later rules: what stands for it in the text. */
  readonly keep: (html: string) => string;
  /** The HTML of a text to which later rules apply. */
  readonly rest: (inside: string) => string;
};

type Rule = (text: string, inline: Inline) => string;

/** Where the HTML is undefined, the match stays text. */
function matching(
  pattern: RegExp,
  html: (groups: Groups, run: Run, rest: Inline["rest"]) => string | undefined,
): Rule {
  return (text, { run, keep, rest }) =>
    text.replace(pattern, (raw, ...parts) => {
      const replacement = html(parts.at(-1) as Groups, run, rest);
      return replacement === undefined ? raw : keep(replacement);
    });
}

function emphasis(pattern: RegExp, begin: string, end: string): Rule {
  return matching(pattern, ({ inside = "" }, _, rest) => `${begin}${rest(inside)}${end}`);
}

const code = /(?<!`)(`+)(?!`)(?<text>.+?)(?<!`)\1(?!`)/gsu;
const formula = /(?<![\p{L}\p{N}_$])\$\$(?<tex>[^\n_$](?:\\\$|[^\n$])*)\$\$(?![\p{L}\p{N}_$])/gu;
const place = /(?<![^\s'"({[/<])#\*\*(?<name>[^*>\n\0]+)(?<sign>>(?<topic>[^*\n\0]*))?\*\*/gu;

/** Of texts within a block, in the order of precedence. */
const rules: readonly Rule[] = [
  matching(code, ({ text = "" }) => `<code>${codeText(text)}</code>`),
  emphasis(/\*\*\*(?!\s)(?<inside>[^*\n]+)(?<!\s)\*\*\*/gu, "<strong><em>", "</em></strong>"),
  matching(/(?<![^\s'"({[/<])@(?<silent>_?)\*\*(?<name>[^*\n\0]+)\*\*/gu, personHtml),
  // Formulas are not drawn.
  matching(formula, ({ tex = "" }) => `<span class="tex-error">$$${textHtml(tex)}$$</span>`),
  matching(place, streamHtml),
  matching(/(?<![^\s'"({[/<])@(?<silent>_?)\*(?<name>[^*\n\0]+)\*/gu, groupHtml),
  matching(/(?<sign>!?)\[(?<label>[^[\]\n]*)\]\((?<target>[^\s()\0]+)\)/gu, namedHtml),
  matching(/(?<url>https?:\/\/[^\s<>"\0]*[^\s<>"\0.,;:!?)'])/gu, ({ url = "" }, run) =>
    linkHtml(url, url, run),
  ),
  withPatternLinks,
  emphasis(/\*\*(?<inside>[^\n]+?)\*\*/gu, "<strong>", "</strong>"),
  emphasis(/(?<!\*)\*(?!\s)(?<inside>[^*\n]+)(?<!\s)\*(?!\*)/gu, "<em>", "</em>"),
  emphasis(/(?<!~)~~(?<inside>[^~\n]+)~~(?!~)/gu, "<del>", "</del>"),
  matching(/:(?<name>[\w+-]+):/gu, ({ name = "" }, run) => emojiHtml(name, run)),
];

/** What was kept stands in the text as its position between zeros. */
function inlineHtml(text: string, run: Run): string {
  const kept: string[] = [];
  const keep = (html: string) => `\0${kept.push(html) - 1}\0`;
  const applied = (part: string, from: number): string => {
    const left = rules.slice(from).reduce((before, rule, step) => {
      return rule(before, { run, keep, rest: (inside) => applied(inside, from + step + 1) });
    }, part);
    return textHtml(left).replaceAll("\n", "<br>\n");
  };
  const restored = (html: string): string =>
    html.replace(/\0(\d+)\0/g, (_, at) => restored(kept[Number(at)] ?? ""));
  return restored(applied(text.replaceAll("\0", " "), 0));
}

/** Bare hosts, and what the realm's patterns match. */
function withPatternLinks(text: string, { run, keep }: Inline): string {
  let left = "";
  let done = 0;
  for (const { at, text: own, url } of linksIn(text, run.linkifiers)) {
    const html = linkHtml(url, own, run);
    left += text.slice(done, at) + (html === undefined ? own : keep(html));
    done = at + own.length;
  }
  return left + text.slice(done);
}

/** The person in `name`, `name|id` or `|id`. With both, the name must match exactly. */
function personCalled(typed: string, { state, names }: Run): Person | undefined {
  const [, name, id] = /^(.*)\|(\d+)$/.exec(typed) ?? [];
  if (id === undefined) return names.people.get(typed.toLowerCase());
  const person = state.people.byId.get(Number(id));
  return name === "" || person?.fullName === name ? person : undefined;
}

function personHtml({ silent, name = "" }: Groups, run: Run): string | undefined {
  const isSilent = silent === "_" || run.isQuoted;
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

function groupHtml({ silent, name = "" }: Groups, run: Run): string | undefined {
  const isSilent = silent === "_" || run.isQuoted;
  const group = run.names.groups.get(name);
  if (group === undefined) return undefined;
  if (group.isSystem && run.level < since.systemGroupMentions) return undefined;
  const members = isSilent ? [] : effectiveMembers(run.state.people, group.id);
  for (const member of members) run.called.add(member);
  const title = group.isSystem ? systemGroupTitle(name) : name;
  return mentionHtml("user-group-mention", ` data-user-group-id="${group.id}"`, title, isSilent);
}

function mentionHtml(kind: string, attributes: string, name: string, isSilent: boolean): string {
  const text = isSilent ? name : `@${name}`;
  return `<span class="${kind}${isSilent ? " silent" : ""}"${attributes}>${textHtml(text)}</span>`;
}

/** A stream, a topic in it, or a message of the topic. */
function streamHtml({ name = "", sign, topic = "" }: Groups, run: Run): string | undefined {
  const { level, state } = run;
  const stream = state.streams.byName.get(name.toLowerCase());
  if (stream?.name !== name) return undefined;
  const ofStream = ` data-stream-id="${stream.id}"`;
  if (sign === undefined)
    return placeHtml(
      "stream",
      ofStream,
      placeLink(stream, undefined, level),
      `#${textHtml(name)}`,
      run,
    );
  const mark = level < since.messageMarks ? null : /^(?<in>.*)@(?<id>\d+)$/.exec(topic);
  const { in: inside = topic, id } = mark?.groups ?? {};
  if (inside === "" && level < since.emptyTopicMarks) return undefined;
  const link = placeLink(stream, inside, level);
  const title = inside === "" ? `<em>${displayName}</em>` : textHtml(inside);
  const text = `#${textHtml(name)} &gt; ${title}`;
  return id === undefined
    ? placeHtml("stream-topic", ofStream, link + lead(run, stream.id, inside), text, run)
    : placeHtml("message-link", "", `${link}/near/${id}`, `${text} @ 💬`, run);
}

/** A message of the topic, by which it is found if it is moved; empty if there is none. */
function lead({ state, level }: Run, streamId: number, topic: string): string {
  if (level < since.linkedTopics) return "";
  const ids = idsOfTopic(state.messages, streamId, topic);
  const id = level < since.newestLinked ? ids[0] : ids.at(-1);
  return id === undefined ? "" : `/with/${id}`;
}

function placeHtml(
  kind: string,
  attributes: string,
  link: string,
  text: string,
  { links }: Run,
): string {
  links.push(link);
  return `<a class="${kind}"${attributes} href="/${escapeHtml(link)}">${text}</a>`;
}

/** A link with a text, or an uploaded file in place of its link. */
function namedHtml({ sign, label = "", target = "" }: Groups, run: Run): string | undefined {
  if (sign !== "!") return linkHtml(target, label || target, run);
  const isAudio = audioTarget.test(target) && run.level >= since.inlineAudio;
  const isPicture = pictureTarget.test(target) && run.level >= since.inlinePictures;
  if (!uploadIn.test(target) || !(isAudio || isPicture)) return undefined;
  run.links.push(target);
  const [name, url] = [escapeHtml(label), escapeHtml(target)];
  return isAudio
    ? `<audio controls preload="metadata" src="${url}" title="${name}"></audio>`
    : `<img class="inline-image" alt="${name}" data-original-src="${url}" src="${url}">`;
}

function linkHtml(target: string, text: string, run: Run): string | undefined {
  const isSafe = /^(?:https?:\/\/|mailto:|[/#])/i.test(target);
  if (!isSafe && /^[^/.]*:/.test(target)) return undefined;
  const href = isSafe ? target : `http://${target}`;
  run.links.push(href);
  return `<a href="${escapeHtml(href)}">${textHtml(text)}</a>`;
}

/** Of the realm's own; all others stay text. */
function emojiHtml(name: string, { state }: Run): string | undefined {
  const emoji = activeEmoji(state.customization, name);
  if (emoji === undefined) return undefined;
  const title = name.replaceAll("_", " ");
  return `<img alt=":${name}:" class="emoji" src="${emojiPath(emoji)}" title="${title}">`;
}
