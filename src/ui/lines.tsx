/** How a pane reaches the screen: finished lines in a box of fixed size. */
import { Box, Text, Transform } from "ink";
import { memo } from "react";
import type { Region } from "./geometry.ts";

type LinesProps = {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
};

/**
 * Painted lines of exactly `columns` cells.
 *
 * Ink sees a text of newlines only, so it measures and wraps nothing; the lines are inserted when the frame is
 * composed.
 */
export const Lines = memo(function Lines({ lines, columns, rows }: LinesProps) {
  return (
    <Box width={columns} height={rows} flexShrink={0}>
      <Transform transform={(_, index) => lines[index] ?? ""}>
        <Text>{"\n".repeat(Math.max(0, rows - 1)) || " "}</Text>
      </Transform>
    </Box>
  );
});

/** A single line; not drawn again while it is the same. */
export const OneLine = memo(function OneLine(
  props: Pick<LinesProps, "columns"> & { line: string },
) {
  return <Lines lines={[props.line]} columns={props.columns} rows={1} />;
});

/** Lines in a region of the screen. */
export const Placed = memo(function Placed(props: {
  readonly lines: readonly string[];
  readonly region: Region;
}) {
  const { x, y, columns, rows } = props.region;
  return (
    <Box position="absolute" left={x} top={y} width={columns} height={rows}>
      <Lines lines={props.lines} columns={columns} rows={rows} />
    </Box>
  );
});
