/** The application: one text node for each part of the screen, each drawn anew only when its own lines change. */
import { Box, useCursor } from "ink";
import { memo } from "react";
import { useStore } from "zustand";
import type { State, Store } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import { Placed } from "./lines.tsx";
import type { Lines, Panes } from "./panes.ts";

export type AppProps = { readonly store: Store; readonly panes: Panes };

type PaneProps = {
  readonly store: Store;
  readonly region: Region;
  readonly lines: (state: State) => Lines;
};

const Pane = memo(function Pane({ store, region, lines }: PaneProps) {
  return <Placed region={region} lines={useStore(store, lines)} />;
});

/** The composer also says where the terminal's cursor stands. */
const ComposerPane = memo(function ComposerPane(props: AppProps & { readonly region: Region }) {
  const { lines, cursor } = useStore(props.store, props.panes.composer);
  const { setCursorPosition } = useCursor();
  const { x, y } = props.region;
  setCursorPosition(cursor && { x: x + cursor.x, y: y + cursor.y });
  return <Placed region={props.region} lines={lines} />;
});

export function App({ store, panes }: AppProps) {
  const geometry: Geometry = useStore(store, panes.geometry);
  const { columns, rows } = geometry;
  const part = (region: Region | undefined, lines: (state: State) => Lines) =>
    region && <Pane store={store} region={region} lines={lines} />;
  return (
    <Box width={columns} height={rows} overflow="hidden">
      {part(geometry.header, panes.header)}
      {part(geometry.notice, panes.notice)}
      {part(geometry.sidebar, panes.sidebar)}
      {part(geometry.rule, panes.rule)}
      {part(geometry.title, panes.title)}
      {part(geometry.pane, panes.pane)}
      {geometry.composer && <ComposerPane store={store} panes={panes} region={geometry.composer} />}
      {part(geometry.footer, panes.footer)}
    </Box>
  );
}
