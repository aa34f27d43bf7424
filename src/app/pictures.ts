/** Pictures on this terminal: how they are shown, and the thread that draws them. */
import type { Options } from "#config/options.ts";
import { colourDepth, glyphSet, pixelsBy } from "#host/environment.ts";
import { createJobThread } from "#host/job-thread.ts";
import type { Environment } from "#host/paths.ts";
import type { Findings } from "#host/probe.ts";
import type { Canvas, Drawing, DrawRequest } from "#pictures/drawing.ts";
import { kittyRangeRemoval, type PictureIds, throughTmux } from "#pictures/kitty.ts";
import type { Preferences } from "#store/screen.ts";
import { type Pictures, UndrawnPicture } from "#sync/context.ts";
import type { Runtime } from "./runtime.ts";

export type TerminalPictures = {
  readonly draw: Pictures["draw"];
  readonly pixels: Pictures["pixels"];
  readonly preference: NonNullable<Preferences["pictures"]>;
  /** What the terminal gets at the start: it removes pictures of a run that was killed. */
  readonly leftovers?: string;
  /** In pixels, if pictures have to fit cells of that size: another font changes it. */
  readonly cell?: Canvas["cell"];
  /** Ends the thread, which would keep the program running for a while. */
  readonly stop: () => void;
};

const limits = { jobMs: 10_000, idleMs: 30_000, heapMb: 128 };

/** As most terminals have it: nothing else is known of a terminal that does not say. */
const usualCell = { width: 10, height: 20 };

/** The thread's answer: the drawing, or why there is none. */
type Answer =
  | { readonly value: Drawing; readonly refused?: undefined }
  | { readonly refused: string };

/** Undefined if the user wants none. */
export function terminalPictures(
  options: Options,
  runtime: Runtime,
  findings: Findings,
): TerminalPictures | undefined {
  if (options.images === "off") return undefined;
  const { environment } = runtime;
  const canvas = canvasOf(options, environment, findings);
  const { way } = canvas;
  const isInCells = way === "kitty" || way === "kitty-tmux";
  // What is drawn over cells does not scroll with them.
  const below = isInCells ? way : wayOfCells(options, environment);
  const previews = isInCells || (options.images === "always" && below === "blocks");
  const ids = idsOf(way, environment);
  const removal = way === "kitty" ? kittyRangeRemoval(ids) : throughTmux(kittyRangeRemoval(ids));
  return {
    ...picturesOn(runtime, canvas, below, ids),
    preference: { previews },
    ...(isInCells && { leftovers: removal }),
    ...(way === "sixel" && { cell: canvas.cell }),
  };
}

/**
 * The numbers by which the terminal knows weir's pictures, apart from those of other programs, and through tmux from those
 * in other panes: there it distinguishes 255 of them, and the highest byte stands for the pane.
 */
function idsOf(way: Canvas["way"], { TMUX_PANE = "" }: Environment): PictureIds {
  if (way !== "kitty-tmux") return { first: 0x77_00_01, last: 0x77_ff_ff };
  const pane = 1 + (Number(TMUX_PANE.replace(/\D/g, "")) % 255);
  const first = pane * 0x1_00_00_00 + 1;
  return { first, last: first + 254 };
}

/** What a picture is, instead of the picture: for lines that are read out. */
export function spokenPictures(runtime: Runtime): TerminalPictures {
  const canvas: Canvas = { way: "words", depth: "256", cell: usualCell };
  const ids = idsOf("words", runtime.environment);
  return { ...picturesOn(runtime, canvas, "words", ids), preference: { previews: false } };
}

function picturesOn(
  { clock, worker }: Runtime,
  canvas: Canvas,
  below: Canvas["way"],
  { first, last }: PictureIds,
): Omit<TerminalPictures, "preference"> {
  const thread = createJobThread(worker("picture-worker"), clock, limits);
  let drawn = 0;
  const draw: Pictures["draw"] = async (bytes, request, signal) => {
    const { isPreview, columns, rows, cell = canvas.cell } = request;
    const id = first + (drawn % (last + 1 - first));
    drawn += 1;
    const look = { ...canvas, way: isPreview ? below : canvas.way, columns, rows, cell, id };
    const running = thread.run({ ...look, bytes } satisfies DrawRequest, signal);
    const answer = (await running.catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new UndrawnPicture("This picture could not be drawn.", { cause });
    })) as Answer;
    if (answer.refused !== undefined) throw new UndrawnPicture(answer.refused);
    return answer.value;
  };
  const pixels: Pictures["pixels"] = ({ columns, rows }) => {
    const { cell } = canvas;
    return below === "blocks"
      ? { width: columns, height: rows * 2 }
      : { width: columns * cell.width, height: rows * cell.height };
  };
  return { draw, pixels, stop: thread.stop };
}

function canvasOf(options: Options, environment: Environment, findings: Findings): Canvas {
  return {
    way: pixelsBy(environment, findings) ?? wayOfCells(options, environment),
    depth: colourDepth(environment) > 256 ? "true" : "256",
    cell: findings.cell ?? usualCell,
  };
}

/** Without pixels. */
function wayOfCells({ glyphs }: Options, environment: Environment): "blocks" | "words" {
  const hasBlocks = glyphSet(environment, glyphs) === "unicode";
  return hasBlocks && colourDepth(environment) >= 256 ? "blocks" : "words";
}
