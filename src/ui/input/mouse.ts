/** The wheel and clicks: what lies under the pointer, and what happens to it. */
import type { CommandContext } from "#commands/command.ts";
import { openConversation, selectInboxRow } from "#commands/inbox.ts";
import { withReader } from "#commands/screen.ts";
import { openSidebarRow } from "#commands/sidebar.ts";
import { selectSidebarRow } from "#commands/sidebar-rows.ts";
import { changeScreen } from "#store/store.ts";
import type { Region } from "#ui/geometry.ts";
import type { Panes } from "#ui/panes.ts";
import { rowAt } from "#ui/reader-rows.ts";
import type { Mouse } from "./router.ts";

/** Lines that one notch of the wheel moves. */
const notch = 3;

function isIn(region: Region | undefined, { x, y }: Mouse): region is Region {
  if (region === undefined) return false;
  const { columns, rows } = region;
  return x >= region.x && x < region.x + columns && y >= region.y && y < region.y + rows;
}

export function createMouse(
  context: Omit<CommandContext, "count">,
  panes: () => Panes,
): (mouse: Mouse) => void {
  const { store, viewport } = context;

  const onSidebar = (line: number) => {
    const key = panes().sidebarKeyAt(store.getState(), line);
    if (key === undefined) return;
    selectSidebarRow(store, key);
    openSidebarRow(context);
  };
  const onReader = (line: number) => {
    const reading = panes().reading(store.getState());
    const part = reading?.window.parts.find(({ y, from, to }) => line >= y && line < y + to - from);
    const row =
      reading === undefined || part === undefined
        ? undefined
        : rowAt(reading.sheet.rows, part.index);
    changeScreen(store, (screen) => {
      const focused = { ...screen, focus: "pane" as const, sidebarShown: false };
      return row === undefined
        ? focused
        : withReader(focused, (reader) => ({ ...reader, selected: row }));
    });
  };
  const onPane = (line: number) => {
    if (store.getState().screen.place.kind !== "inbox") {
      onReader(line);
      return;
    }
    const key = panes().inboxKeyAt(store.getState(), line);
    if (key === undefined) return;
    // The first click chooses, a click on what is chosen opens.
    if (store.getState().screen.inbox.selected === key) openConversation(store, key);
    else selectInboxRow(store, key);
  };
  const click = (mouse: Mouse) => {
    const { sidebar, pane, composer } = panes().geometry(store.getState());
    if (isIn(sidebar, mouse)) onSidebar(mouse.y - sidebar.y);
    else if (isIn(pane, mouse)) onPane(mouse.y - pane.y);
    else if (isIn(composer, mouse))
      changeScreen(store, (screen) => ({ ...screen, focus: "composer", sidebarShown: false }));
  };

  return (mouse) => {
    if (store.getState().screen.dialog !== undefined) return;
    if (mouse.action === "up") viewport.scroll(-notch);
    else if (mouse.action === "down") viewport.scroll(notch);
    else if (mouse.action === "press" && mouse.button === 0) click(mouse);
  };
}
