/** Which links of a message show something, and where it stands. */
import type { RenderContext } from "./context.ts";
import type { InlineText } from "./inline.ts";
import { mostTargets, previewOf } from "./previews.ts";
import type { PlacedLink } from "./stash.ts";
import type { Element } from "./tree.ts";

/** A link, and where in the message it stands. */
export type Found = {
  readonly link: PlacedLink;
  /** The text that it is part of. */
  readonly text: InlineText;
  /** The block that the text belongs to, and how deep in the message what it holds is. */
  readonly parent: Element;
  readonly depth: number;
  readonly isQuoted: boolean;
};

export type Shown = {
  /** Below a paragraph, or at the end of an item of a list. */
  readonly under: ReadonlyMap<Element, readonly string[]>;
  /** At the end of the message: what links in headings, tables and emphasis show. */
  readonly atEnd: readonly string[];
  /** The links in items, and the paragraphs, that what they show stands for. */
  readonly replaced: ReadonlySet<PlacedLink | Element>;
  readonly hasPicture: boolean;
};

/**
 * What the links show: each target once, where it stands the least deep. What is only in quotes shows nothing; neither
 * does a message with many different targets.
 */
export function shownBelow(found: readonly Found[], context: RenderContext): Shown {
  const under = new Map<Element, string[]>();
  const atEnd: string[] = [];
  const replaced = new Set<PlacedLink | Element>();
  let hasPicture = false;
  for (const each of shownOnce(found)) {
    const preview = previewOf(each.link, context);
    if (preview === undefined) continue;
    hasPicture ||= preview.isPicture;
    const owner = ownerOf(each);
    if (owner === undefined) atEnd.push(preview.html);
    else under.set(owner, [...(under.get(owner) ?? []), preview.html]);
    const place = owner !== undefined && preview.replaces ? replacedBy(each) : undefined;
    if (place !== undefined) replaced.add(place);
  }
  return { under, atEnd, replaced, hasPicture };
}

function shownOnce(found: readonly Found[]): readonly Found[] {
  const targets = new Set(found.filter(({ isQuoted }) => !isQuoted).map(({ link }) => link.target));
  if (targets.size > mostTargets) return [];
  const outwards = found.toSorted((a, b) => a.depth + a.link.depth - b.depth - b.link.depth);
  return outwards.filter(({ link }) => targets.delete(link.target));
}

function ownerOf({ link, parent }: Found): Element | undefined {
  const isOwned = link.depth === 0 && (parent.tag === "p" || parent.tag === "li");
  return isOwned ? parent : undefined;
}

/** A paragraph that holds nothing else goes with its link; an item loses the link if no text touches it. */
function replacedBy({ link, text, parent }: Found): PlacedLink | Element | undefined {
  const { stretches } = text;
  if (parent.tag === "p") {
    const isAlone = stretches.filter(({ html }) => html !== "").length === 1;
    return isAlone ? parent : undefined;
  }
  const behind = stretches[stretches.findIndex((stretch) => stretch.link === link) + 1];
  const isFree = beginsBare(stretches[0]?.html) && beginsBare(behind?.html);
  return isFree ? link : undefined;
}

function beginsBare(html = ""): boolean {
  return html === "" || html.startsWith("<br>");
}
