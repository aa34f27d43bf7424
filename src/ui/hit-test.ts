/** What lies under a cell of the screen: where a click goes. */
import type { ConversationKey } from "#model/conversation.ts";
import type { RowId } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { Region } from "./geometry.ts";
import type { Panes } from "./panes.ts";
import { rowAt } from "./reader-rows.ts";

export type Hit =
  | { readonly kind: "sidebar-row"; readonly key: string }
  | { readonly kind: "inbox-row"; readonly key: ConversationKey }
  | { readonly kind: "message"; readonly id: RowId }
  | { readonly kind: "composer" }
  /** The part of the screen, where nothing in it is hit; `dialog` also for what an open dialog covers. */
  | { readonly kind: "sidebar" | "pane" | "header" | "footer" | "dialog" };

function isIn(region: Region | undefined, x: number, y: number): boolean {
  return (
    region !== undefined &&
    x >= region.x &&
    x < region.x + region.columns &&
    y >= region.y &&
    y < region.y + region.rows
  );
}

/** Columns and rows count from 0. Undefined outside of everything. */
export function hitTest(panes: Panes, state: State, x: number, y: number): Hit | undefined {
  const geometry = panes.geometry(state);
  // While a dialog is open nothing else can be clicked.
  if (state.screen.dialog !== undefined) return { kind: "dialog" };
  const { sidebar, pane, title, composer, header, notice, footer } = geometry;
  if (sidebar !== undefined && isIn(sidebar, x, y)) {
    const key = panes.sidebarKeyAt(state, y - sidebar.y);
    return key === undefined ? { kind: "sidebar" } : { kind: "sidebar-row", key };
  }
  if (pane !== undefined && isIn(pane, x, y)) return paneHit(panes, state, y - pane.y);
  if (isIn(composer, x, y)) return { kind: "composer" };
  if (isIn(title, x, y)) return { kind: "pane" };
  if (isIn(header, x, y) || isIn(notice, x, y)) return { kind: "header" };
  return isIn(footer, x, y) ? { kind: "footer" } : undefined;
}

function paneHit(panes: Panes, state: State, line: number): Hit {
  if (state.screen.place.kind === "inbox") {
    const key = panes.inboxKeyAt(state, line);
    return key === undefined ? { kind: "pane" } : { kind: "inbox-row", key };
  }
  const reading = panes.reading(state);
  const part = reading?.window.parts.find(({ y, from, to }) => line >= y && line < y + to - from);
  if (reading === undefined || part === undefined) return { kind: "pane" };
  const id = rowAt(reading.sheet.rows, part.index);
  const isSeparator = part.from + line - part.y < reading.sheet.row(part.index).separators;
  return id === undefined || isSeparator ? { kind: "pane" } : { kind: "message", id };
}
