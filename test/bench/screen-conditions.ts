/** Recognizes states of the screen. */
import { composerColumns, sidebarColumns } from "#ui/geometry.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

export const named = ({ columns, rows }: Size) => `${columns}x${rows}`;

/** The first column of the pane. */
const paneFrom = ({ columns }: Size) => sidebarColumns(columns) + 1;

/** The column of the rule at whose left a list is, and at whose right is what is read in it; undefined without it. */
function ruleAt(program: TimedProgram): number | undefined {
  const { columns, rows } = program;
  const at = columns - composerColumns(columns, rows, "right") - 1;
  const isRule = program
    .lines(at)
    .slice(1, -6)
    .every((line) => /^[│├]/.test(line));
  return isRule ? at : undefined;
}

/** The first column of what is read, or of the list if only that is shown. */
function readFrom(program: TimedProgram): number {
  const rule = ruleAt(program);
  return rule === undefined ? paneFrom(program) : rule + 1;
}

/** Lines of the pane in their parts: the list, and what is read beside it. */
function partsOf(lines: readonly string[], program: TimedProgram): readonly (readonly string[])[] {
  const rule = ruleAt(program);
  if (rule === undefined) return lines.map((line) => [line]);
  const width = rule - paneFrom(program);
  return lines.map((line) => [line.slice(0, width), line.slice(width)]);
}

/** Rows that belong to what is read whatever the composer's height. */
const textRows = (program: TimedProgram) => program.lines(readFrom(program)).slice(2, -6);

export const paneText = (program: TimedProgram) => textRows(program).join("\n");

/** The title line above what is read; of the list, if only that is shown. */
export const title = (program: TimedProgram) => program.line(1, readFrom(program));

/** The title line above the list; of what is read, if only that is shown. */
export const listTitle = (program: TimedProgram) =>
  partsOf([program.line(1, paneFrom(program))], program)[0]?.[0] ?? "";

/** Whether keys work in the inbox: beside it, a key leads into what is shown of a row. */
export const isInInbox = (program: TimedProgram) =>
  ruleAt(program) === undefined
    ? /^ *Inbox\b/.test(title(program))
    : /\bEnter in\b/.test(program.lines(readFrom(program)).slice(-7, -1).join("\n"));

/**
 * The lines with the selection bar and their positions, since either the bar or the text moves; without what is beside
 * them, which changes by itself.
 */
export const selection = (program: TimedProgram) =>
  partsOf(program.lines(paneFrom(program)).slice(2, -1), program)
    .flatMap((parts, row) => parts.map((part) => `${row}${part}`))
    .filter((part) => part.includes("▌"))
    .join("\n");

/** Whether the composer has the focus: the footer offers to send. */
export const isComposing = (program: TimedProgram) =>
  /\bsend\b/.test(program.line(program.rows - 1));

export const isWritten = (text: string) => (program: TimedProgram) =>
  program.lines(readFrom(program)).slice(-7, -1).join("\n").includes(text);

/** The frame painted before the program is loaded. */
export const isSkeleton = (program: TimedProgram) => program.line(0).trim() !== "";

const listText = (program: TimedProgram) =>
  program.lines(paneFrom(program)).slice(2, -6).join("\n");

/** Rows of the inbox, or its empty state, of now or of an earlier run. */
export const hasRows = (program: TimedProgram) =>
  /NEEDS YOU|FOLLOWED|STREAMS|Inbox zero/.test(listText(program));

export const hasInbox = (program: TimedProgram) => hasRows(program) && isLive(program);

export const isLive = (program: TimedProgram) => /\blive\b/.test(program.line(0));

/** Messages, which have a time at the end of a line; a short conversation stands on the composer, which is empty. */
export const hasMessages = (program: TimedProgram) =>
  /\d:\d\d *$/m.test(program.lines(readFrom(program)).slice(2, -4).join("\n"));
