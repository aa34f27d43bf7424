/** Blocks to HTML, with the pictures and films that the links of a paragraph show. */
import { codeBlockHtml } from "./code-block.ts";
import { renderInline } from "./inline.ts";
import { mostTargets, type Preview, previewOf } from "./previews.ts";
import type { Run } from "./run.ts";
import { type Link, onlyPiece } from "./stash.ts";
import type { Element } from "./tree.ts";

type Writing = {
  readonly run: Run;
  readonly withPreviews: boolean;
  /** Targets outside of quotes, which alone may show something, and that once. */
  readonly targets: Set<string>;
  /** What the links of headings and tables show, at the end of the message. */
  readonly trailing: string[];
  hasPicture: boolean;
};

export type Written = { readonly html: string; readonly hasPicture: boolean };

export function writeMessage(root: Element, run: Run): Written {
  const [writing, html] = attempt(root, run, true);
  if (writing.targets.size <= mostTargets) return { html, hasPicture: writing.hasPicture };
  run.links.length = 0;
  return { html: attempt(root, run, false)[1], hasPicture: false };
}

function attempt(root: Element, run: Run, withPreviews: boolean): readonly [Writing, string] {
  const writing = {
    run,
    withPreviews,
    targets: new Set<string>(),
    trailing: [],
    hasPicture: false,
  };
  const html = writeAll(root.children, writing, false) + writing.trailing.join("");
  return [writing, html.trim()];
}

function writeAll(nodes: readonly Element[], writing: Writing, isQuoted: boolean): string {
  return nodes.map((node) => write(node, writing, isQuoted)).join("");
}

function write(node: Element, writing: Writing, isQuoted: boolean): string {
  const after = node.tail.trim() === "" ? "\n" : renderInline(node.tail, writing.run).html;
  if (node.tag === "hr") return `<hr>${after}`;
  if (node.tag === "pre") return `${codeBlockHtml(node.text)}\n${after}`;
  const piece = onlyPiece(writing.run.stash, node.text);
  if (node.tag === "p" && piece?.kind === "raw" && piece.isBlock) return piece.html + after;

  const { html, shown, isReplaced } = textOf(node, writing, isQuoted);
  if (node.tag === "p") return (isReplaced ? "" : `<p>${html}</p>${after}`) + shown;
  const children = writeAll(node.children, writing, isQuoted || node.tag === "blockquote");
  const inside = html || (node.children.length > 0 ? "\n" : "");
  const open = `<${node.tag}${node.attributes}>`;
  const close = `</${node.tag}>${after}`;
  if (node.tag === "li") return open + (isReplaced ? "" : inside) + children + shown + close;
  writing.trailing.push(shown);
  return open + inside + children + close;
}

type Text = {
  readonly html: string;
  readonly shown: string;
  /** The text is a bare link, and what is shown says as much. */
  readonly isReplaced: boolean;
};

function textOf(node: Element, writing: Writing, isQuoted: boolean): Text {
  const { html, links } = renderInline(node.text, writing.run);
  const previews = isQuoted ? [] : previewsOf(links, writing);
  const shown = previews.map((preview) => preview.html).join("");
  const isOnlyLink = links.length === 1 && html.startsWith("<a ") && html.endsWith("</a>");
  return { html, shown, isReplaced: isOnlyLink && previews[0]?.isBare === true };
}

/** What the links show that no link before them has shown. */
function previewsOf(links: readonly Link[], writing: Writing): readonly Preview[] {
  return links.flatMap((link) => {
    if (writing.targets.has(link.target)) return [];
    writing.targets.add(link.target);
    const preview = writing.withPreviews ? previewOf(link, writing.run.context) : undefined;
    if (preview?.isPicture === true) writing.hasPicture = true;
    return preview === undefined ? [] : [preview];
  });
}
