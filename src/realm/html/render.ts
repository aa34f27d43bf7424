/** A message's Markdown as a server renders it: HTML, who is told about it, and what it links to. */
import { uploadPath } from "./address.ts";
import { parseBlocks } from "./blocks.ts";
import type { RenderContext, Rendered } from "./context.ts";
import { readFences, separateLists } from "./fences.ts";
import { beginRun } from "./run.ts";
import { withoutMarks } from "./stash.ts";
import { writeMessage } from "./write.ts";

/** Never throws, whatever `source` is. Every tag of the answer is one that this folder writes. */
export function renderHtml(source: string, context: RenderContext): Rendered {
  const run = beginRun(context);
  const lines =
    source.trim() === "" ? [] : normal(separateLists(source.split("\n")).join("\n")).split("\n");
  const root = parseBlocks(readFences(lines, run).join("\n"));
  const { html, hasPicture } = writeMessage(root, run);
  const { links } = run;
  return {
    html,
    mentions: run.mentions,
    links,
    hasLink: links.length > 0,
    hasImage: hasPicture,
    hasAttachment: links.some((link) => uploadPath(link) !== undefined),
    isMe: source.startsWith("/me ") && html.startsWith("<p>") && html.endsWith("</p>"),
  };
}

const tabStop = 4;

/** Line ends, tabs and blank lines in one form. */
function normal(source: string): string {
  const text = `${withoutMarks(source).replace(/\r\n?/g, "\n")}\n\n`;
  const untabbed = text.includes("\t") ? text.split("\n").map(withoutTabs).join("\n") : text;
  return untabbed.replace(/(?<=\n) +\n/g, "\n");
}

function withoutTabs(line: string): string {
  let text = "";
  let column = 0;
  for (const character of line) {
    const width = character === "\t" ? tabStop - (column % tabStop) : 1;
    text += character === "\t" ? " ".repeat(width) : character;
    column += width;
  }
  return text;
}
