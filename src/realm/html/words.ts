/** Renders plain text: with links for the realm's patterns, and emoji characters. Also finds the links in topics. */
import { relativeTarget, safeTarget } from "./address.ts";
import type { RenderContext, Rendering } from "./context.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import { type Linkifier, linkified } from "./linkifiers.ts";
import { emojiHtml } from "./names.ts";

/** Hosts without a scheme. A selection of top-level domains is enough here. */
export const bareHosts =
  /(?<![\p{L}\p{N}@/._:-])(?<url>(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|example)\b(?![.@\p{L}\p{N}-])(?:\/[^\s<>"]*[^\s<>".,;:!?)'])?)/giu;

type LinkRange = { readonly at: number; readonly text: string; readonly url: string };

/** The matches of all patterns in text order. If two overlap, the first pattern wins. */
export function linksIn(text: string, linkifiers: readonly Linkifier[]): readonly LinkRange[] {
  const taken: LinkRange[] = [];
  for (const place of linkifiers.flatMap((linkifier) => linkified(text, linkifier))) {
    const end = place.at + place.text.length;
    if (!taken.some(({ at, text: other }) => place.at < at + other.length && at < end))
      taken.push(place);
  }
  return taken.sort((a, b) => a.at - b.at);
}

/** Renders `raw` if the target would be dangerous. */
export function linkHtml(typed: string, text: string, raw: string, run: Rendering): string {
  const target = safeTarget(typed);
  if (target === undefined) return escapeText(raw);
  const href = relativeTarget(target, run.context.realmUrl);
  run.links.push(href);
  return `<a href="${escapeAttribute(href)}">${escapeText(text)}</a>`;
}

export function wordsHtml(text: string, run: Rendering): string {
  let html = "";
  let done = 0;
  const hosts = { pattern: bareHosts, template: "http://{+url}" };
  for (const { at, text: own, url } of linksIn(text, [...run.context.linkifiers, hosts])) {
    html += emojiIn(text.slice(done, at), run.context) + linkHtml(url, own, own, run);
    done = at + own.length;
  }
  return html + emojiIn(text.slice(done), run.context);
}

/** Matches whole emoji sequences, so that an unknown one is not replaced by its first part. */
const typedEmoji =
  /\p{RI}{2}|[#*\d]\ufe0f\u20e3|\p{ExtPict}[\ufe0f\p{EMod}]?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)*/gu;

function emojiIn(text: string, context: RenderContext): string {
  let html = "";
  let done = 0;
  for (const { 0: typed, index } of text.matchAll(typedEmoji)) {
    const emoji = nameOf(typed, context);
    const known = emoji === undefined ? undefined : emojiHtml(emoji, context);
    if (known === undefined) continue;
    html += escapeText(text.slice(done, index)) + known;
    done = index + typed.length;
  }
  return html + escapeText(text.slice(done));
}

/** Some characters are emoji only with a variation selector. */
function nameOf(typed: string, { emojiName }: RenderContext) {
  if (/^\P{Emoji_Presentation}$/u.test(typed)) return undefined;
  const points = [...typed].filter((point) => point !== "\ufe0f");
  return emojiName(
    points.map((point) => (point.codePointAt(0) ?? 0).toString(16).padStart(4, "0")).join("-"),
  );
}

export type TopicLink = { readonly url: string; readonly text: string };

const addresses: readonly Linkifier[] = [
  { pattern: /(?<![^\s(])(?<url>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'])/gu, template: "{+url}" },
  { pattern: bareHosts, template: "https://{+url}" },
];

/** In topic order. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  return linksIn(topic, [...linkifiers, ...addresses]).map(({ url, text }) => ({ url, text }));
}
