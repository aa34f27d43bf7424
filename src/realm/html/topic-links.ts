/** The links of a topic's name, which is no Markdown: `topic_links` of a message. */
import type { Linkifier } from "./linkifiers.ts";
import { bareHosts, linksIn } from "./words.ts";

export type TopicLink = { readonly url: string; readonly text: string };

const addresses: readonly Linkifier[] = [
  { pattern: /(?<![^\s(])(?<url>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'])/gu, template: "{+url}" },
  { pattern: bareHosts, template: "https://{+url}" },
];

/** In the order of the topic. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  return linksIn(topic, [...linkifiers, ...addresses]).map(({ url, text }) => ({ url, text }));
}
