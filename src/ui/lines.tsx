/** How a pane reaches the screen: finished lines in a box of fixed size. */
import { Box, Transform } from "ink";
import { memo, type ReactNode } from "react";
import type { Region } from "./geometry.ts";

type LinesProps = {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
};

/**
 * Painted lines, of exactly the columns of the box that they are in.
 *
 * Ink sees a text of newlines only, so it measures and wraps nothing; the lines are inserted when the frame is composed. With
 * other lines the text stays the same, in no element of its own, of which each would have the whole screen laid out again.
 */
export function Drawn({ lines, rows }: Pick<LinesProps, "lines" | "rows">) {
  return (
    <Transform transform={(_, index) => lines[index] ?? ""}>
      {"\n".repeat(Math.max(0, rows - 1)) || " "}
    </Transform>
  );
}

/** Painted lines of exactly `columns` cells. */
export const Lines = memo(function Lines({ lines, columns, rows }: LinesProps) {
  return (
    <Box width={columns} height={rows} flexShrink={0}>
      <Drawn lines={lines} rows={rows} />
    </Box>
  );
});

/** A single line; not drawn again while it is the same. */
export const OneLine = memo(function OneLine(
  props: Pick<LinesProps, "columns"> & { line: string },
) {
  return <Lines lines={[props.line]} columns={props.columns} rows={1} />;
});

/** What is drawn in a region of the screen. */
export function InRegion(props: { readonly region: Region; readonly children: ReactNode }) {
  const { x, y, columns, rows } = props.region;
  return (
    <Box position="absolute" left={x} top={y} width={columns} height={rows}>
      {props.children}
    </Box>
  );
}

/** Lines in a region of the screen. */
export const Placed = memo(function Placed(props: {
  readonly lines: readonly string[];
  readonly region: Region;
}) {
  return (
    <InRegion region={props.region}>
      <Drawn lines={props.lines} rows={props.region.rows} />
    </InRegion>
  );
});
