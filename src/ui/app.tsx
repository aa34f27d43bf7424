/** The application: one text node per part of the screen, each redrawn only when its own lines change. */
import { Box, useCursor } from "ink";
import { Component, memo, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Clock } from "#base/clock.ts";
import { plain } from "#base/safe-text.ts";
import type { State, Store } from "#store/state.ts";
import { DialogFrame, SignInContext, type SignInPort } from "#ui/dialogs/frame.tsx";
import type { Region } from "./geometry.ts";
import { LoadingSpinner, WorkProgress } from "./ink-ui.tsx";
import { Drawn, InRegion, Placed } from "./lines.tsx";
import type { Lines } from "./pane-parts.ts";
import type { Panes } from "./panes.ts";
import { lineOf, span } from "./spans.ts";
import type { Style } from "./style.ts";

type AppProps = {
  readonly store: Store;
  readonly panes: Panes;
  readonly clock: Clock;
  readonly style: Style;
  /** The user entered another key for the account. */
  readonly signingIn: SignInPort;
  /** Called with each error in drawing; it must not change the store. */
  readonly onFault: (error: unknown) => void;
};

type PaneProps = {
  readonly store: Store;
  readonly region: Region;
  readonly lines: (state: State) => Lines;
};

/** With other lines the box around them stays as it is. */
const Pane = memo(function Pane({ store, region, lines }: PaneProps) {
  return (
    <InRegion region={region}>
      <CurrentLines store={store} lines={lines} rows={region.rows} />
    </InRegion>
  );
});

const CurrentLines = memo(function CurrentLines(
  props: Pick<PaneProps, "store" | "lines"> & Pick<Region, "rows">,
) {
  return <Drawn lines={useStore(props.store, props.lines)} rows={props.rows} />;
});

type PartProps = Pick<AppProps, "store" | "panes">;

/** Draws nothing: positions or hides the terminal's own cursor. */
const Cursor = memo(function Cursor({ store, panes }: PartProps) {
  const place = useStore(store, panes.cursor);
  useCursor().setCursorPosition(place);
  return null;
});

const OpenDialog = memo(function OpenDialog({ store, panes }: PartProps) {
  const opened = useStore(store, panes.dialog);
  return opened && <DialogFrame opened={opened} />;
});

const notDrawn = plain("This part could not be rendered. Details are in the log.");

/** Replaces a part that cannot be drawn. */
function Fault({ style, region }: { readonly style: Style; readonly region: Region }) {
  const first = lineOf(style, region.columns, [span(notDrawn, "bad")]);
  const blank = " ".repeat(region.columns);
  const lines = Array.from({ length: region.rows }, (_, at) => (at === 0 ? first : blank));
  return <Placed region={region} lines={lines} />;
}

function Parts({ store, panes, clock, signingIn, style, onFault }: AppProps) {
  const geometry = useStore(store, panes.geometry);
  const { title, beside } = geometry;
  const guarded = (child: ReactNode, region?: Region) => (
    <Boundary
      store={store}
      onFault={onFault}
      fallback={region && <Fault style={style} region={region} />}
    >
      {child}
    </Boundary>
  );
  const part = (region: Region | undefined, lines: (state: State) => Lines) =>
    region && guarded(<Pane store={store} region={region} lines={lines} />, region);
  const own = (
    <>
      {part(title, panes.title)}
      {part(geometry.pane, panes.pane)}
      {part(geometry.composer, panes.composer)}
    </>
  );
  const other = beside && (
    <>
      {part(beside.title, panes.beside.title)}
      {part(beside.pane, panes.beside.pane)}
      {part(beside.foot, panes.beside.foot)}
    </>
  );
  // From left to right, so that the parts of a line need not be sorted for each frame.
  const [left, right] =
    beside && beside.rule.x < (geometry.pane?.x ?? 0) ? [other, own] : [own, other];
  return (
    <>
      {part(geometry.header, panes.header)}
      {part(geometry.notice, panes.notice)}
      {part(geometry.sidebar, panes.sidebar)}
      {part(geometry.rule, panes.rule)}
      {left}
      {part(beside?.rule, panes.beside.rule)}
      {right}
      {part(geometry.footer, panes.footer)}
      {title &&
        guarded(<LoadingSpinner store={store} clock={clock} region={title} style={style} />)}
      {guarded(<WorkProgress store={store} style={style} barOf={panes.bar} />)}
      {guarded(
        <SignInContext value={signingIn}>
          <OpenDialog store={store} panes={panes} />
        </SignInContext>,
        title,
      )}
      {guarded(<Cursor store={store} panes={panes} />)}
    </>
  );
}

export function App(props: AppProps) {
  const { store, style, onFault } = props;
  const columns = useStore(store, ({ screen }) => screen.terminal.columns);
  const rows = useStore(store, ({ screen }) => screen.terminal.rows);
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Boundary
        store={store}
        onFault={onFault}
        fallback={<Fault style={style} region={{ x: 0, y: 0, columns, rows }} />}
      >
        <Parts {...props} />
      </Boundary>
    </Box>
  );
}

// Contains an error in drawing to one part of the screen.
// The part shows a message instead, and is drawn again when its input changes.

type BoundaryProps = {
  readonly store: Pick<Store, "subscribe">;
  /** Called with each error; it must not change the store, or the part would be drawn again at once. */
  readonly onFault: (error: unknown) => void;
  /** Shown instead of what cannot be drawn. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  forget = () => {};

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.forget = this.props.store.subscribe(() => {
      if (this.state.hasFailed) this.setState({ hasFailed: false });
    });
  }

  override componentWillUnmount() {
    this.forget();
  }

  override componentDidCatch(error: unknown) {
    this.props.onFault(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
