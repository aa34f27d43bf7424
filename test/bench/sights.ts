/** Recognizes states of the screen. */
import { sidebarColumns } from "#ui/geometry.ts";
import type { Size, Station } from "./station.ts";

export const named = ({ columns, rows }: Size) => `${columns}x${rows}`;

/** The first column of the pane. */
const paneFrom = ({ columns }: Size) => sidebarColumns(columns) + 1;

/** Rows that belong to the pane whatever the composer's height. */
const textRows = (station: Station) => station.lines(paneFrom(station)).slice(2, -6);

export const paneText = (station: Station) => textRows(station).join("\n");

/** The title line above the pane. */
export const title = (station: Station) => station.line(1, paneFrom(station));

/** The lines with the selection bar and their positions, since either the bar or the text moves. */
export const selection = (station: Station) =>
  station
    .lines(paneFrom(station))
    .slice(2, -1)
    .map((line, row) => `${row}${line}`)
    .filter((line) => line.includes("▌"))
    .join("\n");

/** Whether the composer has the focus: the footer offers to send. */
export const isComposing = (station: Station) => /\bsend\b/.test(station.line(station.rows - 1));

export const isWritten = (text: string) => (station: Station) =>
  station.lines(paneFrom(station)).slice(-7, -1).join("\n").includes(text);

/** The frame painted before the program is loaded. */
export const isSkeleton = (station: Station) => station.line(0).trim() !== "";

/** Rows of the inbox, or its empty state. */
export const hasInbox = (station: Station) =>
  /NEEDS YOU|FOLLOWED|STREAMS|Inbox zero/.test(station.lines().slice(1).join("\n")) &&
  isLive(station);

export const isLive = (station: Station) => /\blive\b/.test(station.line(0));

/** Messages, which have a time at the right edge. */
export const hasMessages = (station: Station) => /\d:\d\d *$/m.test(paneText(station));
