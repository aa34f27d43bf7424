/** The links of a message: those of its document, resolved in the realm, without duplicates. */
import type { Document, Target } from "#markup/document.ts";
import { type MessageLink, placeOfTerms } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";

/** In text order. */
export function linksOf(replica: Replica, { targets }: Document): readonly MessageLink[] {
  const links = new Map<string, MessageLink>();
  for (const target of targets) {
    const link = linkOf(replica, target);
    const key = JSON.stringify(link);
    if (link !== undefined && !links.has(key)) links.set(key, link);
  }
  return [...links.values()];
}

/** The number of the target among the links, from 1; undefined if it cannot be opened. */
export function linkNumber(
  replica: Replica,
  links: readonly MessageLink[],
  target: Target,
): number | undefined {
  const key = JSON.stringify(linkOf(replica, target));
  const at = links.findIndex((link) => JSON.stringify(link) === key);
  return at < 0 ? undefined : at + 1;
}

function linkOf(replica: Replica, target: Target): MessageLink | undefined {
  switch (target.kind) {
    case "link":
    case "upload":
      return { kind: "web", url: absolute(replica, target.url) };
    case "narrow":
      return (
        placeOfTerms(replica, target.terms) ?? { kind: "web", url: absolute(replica, target.url) }
      );
    case "stream":
      return placeAt({ kind: "stream", streamId: target.streamId });
    case "topic":
      return placeAt({ kind: "topic", streamId: target.streamId, topic: target.topic });
    case "user":
    case "group":
    case "time":
    case "code":
    case "spoiler":
      return undefined;
  }
}

function placeAt(narrow: Extract<MessageLink, { kind: "place" }>["narrow"]): MessageLink {
  return { kind: "place", narrow, near: undefined };
}

function absolute({ realm }: Replica, url: string): string {
  if (url.startsWith("#")) return `${realm.url}/${url}`;
  return url.startsWith("/") ? realm.url + url : url;
}
