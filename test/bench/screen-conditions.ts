/** Recognizes states of the screen. */
import { sidebarColumns } from "#ui/geometry.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

export const named = ({ columns, rows }: Size) => `${columns}x${rows}`;

/** The first column of the pane. */
const paneFrom = ({ columns }: Size) => sidebarColumns(columns) + 1;

/** Rows that belong to the pane whatever the composer's height. */
const textRows = (program: TimedProgram) => program.lines(paneFrom(program)).slice(2, -6);

export const paneText = (program: TimedProgram) => textRows(program).join("\n");

/** The title line above the pane. */
export const title = (program: TimedProgram) => program.line(1, paneFrom(program));

/** The lines with the selection bar and their positions, since either the bar or the text moves. */
export const selection = (program: TimedProgram) =>
  program
    .lines(paneFrom(program))
    .slice(2, -1)
    .map((line, row) => `${row}${line}`)
    .filter((line) => line.includes("▌"))
    .join("\n");

/** Whether the composer has the focus: the footer offers to send. */
export const isComposing = (program: TimedProgram) =>
  /\bsend\b/.test(program.line(program.rows - 1));

export const isWritten = (text: string) => (program: TimedProgram) =>
  program.lines(paneFrom(program)).slice(-7, -1).join("\n").includes(text);

/** The frame painted before the program is loaded. */
export const isSkeleton = (program: TimedProgram) => program.line(0).trim() !== "";

/** Rows of the inbox, or its empty state, of now or of an earlier run. */
export const hasRows = (program: TimedProgram) =>
  /NEEDS YOU|FOLLOWED|STREAMS|Inbox zero/.test(paneText(program));

export const hasInbox = (program: TimedProgram) => hasRows(program) && isLive(program);

export const isLive = (program: TimedProgram) => /\blive\b/.test(program.line(0));

/** Messages, which have a time at the right edge. */
export const hasMessages = (program: TimedProgram) => /\d:\d\d *$/m.test(paneText(program));
