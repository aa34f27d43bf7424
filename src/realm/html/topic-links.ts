/** The links of a topic's name, which is no Markdown: `topic_links` of a message. */
import { bareUrls } from "./bare-links.ts";
import { type Linkifier, linkified } from "./linkifiers.ts";

export type TopicLink = { readonly url: string; readonly text: string };

type Place = TopicLink & { readonly at: number };

/** In the order of the topic. Where two overlap, the linkifier that stands first in the realm's list wins. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const places: Place[] = linkifiers.flatMap((linkifier) => [...linkified(topic, linkifier)]);
  // Signs of sentences part addresses here, as blanks do; between two of them there is one at the most.
  for (const { 0: part, index } of topic.matchAll(/[^ !;),'"]+/g)) {
    const [first] = bareUrls(part);
    if (first === undefined) continue;
    const url = /^https?:/.test(first.url) ? first.url : `https://${first.url}`;
    places.push({ at: index + first.at, text: first.url, url });
  }
  const taken: Place[] = [];
  for (const place of places) {
    if (!taken.some((other) => overlap(other, place))) taken.push(place);
  }
  return taken.sort((a, b) => a.at - b.at).map(({ url, text }) => ({ url, text }));
}

function overlap(a: Place, b: Place): boolean {
  return a.at < b.at + b.text.length && b.at < a.at + a.text.length;
}
