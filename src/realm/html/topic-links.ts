/** The links of a topic's name, which is no Markdown: `topic_links` of a message. */
import { bareUrls } from "./bare-links.ts";
import { type Linkifier, linkified } from "./linkifiers.ts";

export type TopicLink = { readonly url: string; readonly text: string };

type Place = TopicLink & { readonly at: number };

/** In the order of the topic. Where two overlap, the linkifier that stands first in the realm's list wins. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const places: Place[] = linkifiers.flatMap((linkifier) => [...linkified(topic, linkifier)]);
  for (const { at, url } of bareUrls(topic)) {
    places.push({ at, text: url, url: /^https?:/.test(url) ? url : `https://${url}` });
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
