/** The application: one text node for each part of the screen, each drawn anew only when its own lines change. */
import { Box, useCursor } from "ink";
import { memo } from "react";
import { useStore } from "zustand";
import type { Clock } from "#base/clock.ts";
import type { State, Store } from "#store/state.ts";
import type { Region } from "./geometry.ts";
import { Placed } from "./lines.tsx";
import type { Lines } from "./pane-parts.ts";
import type { Panes } from "./panes.ts";
import { Working } from "./progress-bar.tsx";
import { SignIn } from "./sign-in.tsx";
import type { Style } from "./style.ts";
import { Waiting } from "./waiting.tsx";

export type AppProps = {
  readonly store: Store;
  readonly panes: Panes;
  readonly clock: Clock;
  readonly style: Style;
  /** The person gave another key for the account. */
  readonly signIn: (key: string) => void;
};

type PaneProps = {
  readonly store: Store;
  readonly region: Region;
  readonly lines: (state: State) => Lines;
};

const Pane = memo(function Pane({ store, region, lines }: PaneProps) {
  return <Placed region={region} lines={useStore(store, lines)} />;
});

type PartProps = Pick<AppProps, "store" | "panes">;

/** Draws nothing: it puts the terminal's own cursor where text goes in, or hides it. */
const Cursor = memo(function Cursor({ store, panes }: PartProps) {
  const place = useStore(store, panes.cursor);
  useCursor().setCursorPosition(place);
  return null;
});

const Dialog = memo(function Dialog({ store, panes }: PartProps) {
  const drawn = useStore(store, panes.dialog);
  return drawn === undefined ? null : <Placed region={drawn.region} lines={drawn.lines} />;
});

export function App({ store, panes, clock, signIn, style }: AppProps) {
  const geometry = useStore(store, panes.geometry);
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
      {part(geometry.composer, panes.composer)}
      {part(geometry.footer, panes.footer)}
      {geometry.title && (
        <Waiting store={store} clock={clock} region={geometry.title} style={style} />
      )}
      <Working store={store} style={style} barOf={panes.bar} />
      <Dialog store={store} panes={panes} />
      <SignIn store={store} fieldOf={panes.field} signIn={signIn} />
      <Cursor store={store} panes={panes} />
    </Box>
  );
}
