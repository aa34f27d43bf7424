/** Where on the screen the benchmark looks, and what it takes for what. */
import { sidebarColumns } from "#ui/geometry.ts";
import type { Size, Station } from "./station.ts";

export const named = ({ columns, rows }: Size) => `${columns}x${rows}`;

/** The first column of the pane. */
const paneFrom = ({ columns }: Size) => sidebarColumns(columns) + 1;

/** Rows in which the pane's text stands at any height of the composer. */
const textRows = (station: Station) => station.lines(paneFrom(station)).slice(2, -6);

export const paneText = (station: Station) => textRows(station).join("\n");

/** What the pane shows: the line above it. */
export const title = (station: Station) => station.line(1, paneFrom(station));

/** The lines of the selection bar, with their place: it moves, or the text moves under it. */
export const selection = (station: Station) =>
  station
    .lines(paneFrom(station))
    .slice(2, -1)
    .map((line, row) => `${row}${line}`)
    .filter((line) => line.includes("▌"))
    .join("\n");

/** The composer hears the keys: the footer offers to send. */
export const isComposing = (station: Station) => /\bsend\b/.test(station.line(station.rows - 1));

export const isWritten = (text: string) => (station: Station) =>
  station.lines(paneFrom(station)).slice(-7, -1).join("\n").includes(text);

/** The frame that stands before anything is known. */
export const isSkeleton = (station: Station) => station.line(0).trim() !== "";

/** Rows of the inbox, or that there are none. */
export const hasInbox = (station: Station) =>
  /NEEDS YOU|FOLLOWED|STREAMS|Inbox zero/.test(station.lines().slice(1).join("\n")) &&
  isLive(station);

export const isLive = (station: Station) => /\blive\b/.test(station.line(0));

/** Messages, which carry the time of day at their right edge. */
export const hasMessages = (station: Station) => /\d:\d\d *$/m.test(paneText(station));
