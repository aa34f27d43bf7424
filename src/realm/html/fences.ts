/** Blocks between fences: code, quotes, spoilers, formulas. They are read line by line before all other blocks. */
import { codeBlockHtml } from "./code-block.ts";
import type { Run } from "./run.ts";
import { keepRaw } from "./stash.ts";
import { displayFormulas } from "./tex.ts";

type Fence = {
  /** The line that closes it. */
  readonly mark: string;
  readonly language: string;
  /** What stands behind the language. */
  readonly header: string;
};

type Open = Fence & { readonly lines: string[] };

function fenceOf(line: string): Fence | undefined {
  const mark = /^(?:~{3,}|`{3,})/.exec(line)?.[0];
  if (mark === undefined || /[`~]/.test(line.slice(mark.length))) return undefined;
  const found = /^ *(?:\{?\.?([a-zA-Z0-9_+,\-./#]+) *([^ ].*)?)?$/.exec(line.slice(mark.length));
  return found === null
    ? undefined
    : { mark, language: found[1] ?? "", header: (found[2] ?? "").replace(/\}$/, "") };
}

const quotes = new Set(["quote", "quoted"]);

function holdsBlocks({ language }: Fence): boolean {
  return quotes.has(language) || language === "spoiler";
}

/** The lines with every fenced block replaced by what the block parser makes the right thing of. */
export function readFences(lines: readonly string[], run: Run): readonly string[] {
  const outer: Open = { mark: "", language: "quote", header: "", lines: [] };
  const open = [outer];
  for (const line of lines) readLine(line, open, run);
  if (open.length > 1) {
    while (open.length > 1) close(open, run);
    // What a closed block is parted by from the rest is missing at the end of the message.
    outer.lines.push("");
  }
  return outer.lines;
}

/** Fences deeper than this are text: the quotes that they would make are not told apart either. */
const mostOpen = 100;

function readLine(line: string, open: Open[], run: Run): void {
  const inner = open.at(-1);
  if (inner === undefined) return;
  if (open.length > 1 && line.trimEnd() === inner.mark) {
    close(open, run);
    return;
  }
  const fence = holdsBlocks(inner) && open.length <= mostOpen ? fenceOf(line) : undefined;
  if (fence === undefined) {
    inner.lines.push(holdsBlocks(inner) ? line : line.trimEnd());
    return;
  }
  open.push({ ...fence, language: languageOf(fence, inner, run).toLowerCase(), lines: [] });
}

/** The realm's own where none is named, but not behind a spoiler. */
function languageOf({ language }: Fence, around: Open, { context }: Run): string {
  const usual = around.language === "spoiler" ? undefined : context.defaultCodeLanguage;
  return language || (usual ?? "");
}

/** An empty block leaves nothing. */
function close(open: Open[], run: Run): void {
  const block = open.pop();
  const around = open.at(-1);
  if (block === undefined || around === undefined || block.lines.length === 0) return;
  around.lines.push("", ...blockLines(block, run), "");
}

function blockLines({ language, header, lines }: Open, run: Run): readonly string[] {
  const { stash } = run;
  if (quotes.has(language)) return lines.map((line) => `> ${line}`);
  if (language === "spoiler") {
    return [
      keepRaw(stash, '<div class="spoiler-block"><div class="spoiler-header">', true),
      "",
      header,
      "",
      keepRaw(stash, '</div><div class="spoiler-content" aria-hidden="true">', true),
      "",
      ...lines,
      "",
      // Where this ends a quote, the tags are crossed, on real servers too.
      keepRaw(stash, "</div></div>", true),
    ];
  }
  const source = lines.join("\n");
  if (language === "math") return [keepRaw(stash, displayFormulas(source))];
  return [keepRaw(stash, codeBlockHtml(source, language), true)];
}

const listItem = /^ *([*+-]|\p{Nd}\.) +/u;

/** Lists may begin right below a line of text, or below a list of the other kind: a blank line is put between. */
export function separateLists(lines: readonly string[]): readonly string[] {
  const separated: string[] = [];
  const open: Fence[] = [];
  for (const [index, line] of lines.entries()) {
    separated.push(line);
    const fence = fenceOf(line);
    if (fence !== undefined) nest(open, fence);
    const isCode = open.some(({ language }) => !quotes.has(language));
    if (!isCode && line !== "" && beginsList(line, lines[index + 1] ?? "")) separated.push("");
  }
  return separated;
}

function nest(open: Fence[], fence: Fence): void {
  if (fence.language === "" && open.at(-1)?.mark === fence.mark) open.pop();
  else open.push(fence);
}

function beginsList(line: string, next: string): boolean {
  const item = listItem.exec(next)?.[1];
  if (item === undefined) return false;
  const above = listItem.exec(line)?.[1];
  return above === undefined || above.length !== item.length;
}
