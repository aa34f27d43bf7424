/** Pictures on this terminal: how they are shown, and the thread that draws them. */
import type { Options } from "#config/options.ts";
import { colourDepth, glyphSet, pixelsBy } from "#host/environment.ts";
import { createJobThread } from "#host/job-thread.ts";
import type { Environment } from "#host/paths.ts";
import type { Findings } from "#host/probe.ts";
import type { Canvas, Drawing, DrawRequest } from "#pictures/drawing.ts";
import type { Preferences } from "#store/screen.ts";
import { type Pictures, UndrawnPicture } from "#sync/context.ts";
import type { Runtime } from "./runtime.ts";

export type TerminalPictures = {
  readonly draw: Pictures["draw"];
  readonly pixels: Pictures["pixels"];
  readonly preference: NonNullable<Preferences["pictures"]>;
  /** Ends the thread, which would keep the program running for a while. */
  readonly stop: () => void;
};

const limits = { jobMs: 10_000, idleMs: 30_000, heapMb: 512 };

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
  return { ...picturesOn(runtime, canvas, below), preference: { previews } };
}

/** What a picture is, instead of the picture: for lines that are read out. */
export function spokenPictures(runtime: Runtime): TerminalPictures {
  const canvas: Canvas = { way: "words", depth: "256", cell: usualCell };
  return { ...picturesOn(runtime, canvas, "words"), preference: { previews: false } };
}

function picturesOn(
  { clock, worker }: Runtime,
  canvas: Canvas,
  below: Canvas["way"],
): Omit<TerminalPictures, "preference"> {
  const thread = createJobThread(worker("picture-worker"), clock, limits);
  let drawn = 0;
  const draw: Pictures["draw"] = async (bytes, { isPreview, columns, rows }, signal) => {
    drawn += 1;
    const id = 1 + (drawn % lastPictureId);
    const look = { ...canvas, way: isPreview ? below : canvas.way, columns, rows, id };
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

/** Terminals distinguish at least so many; far fewer are kept. */
const lastPictureId = 255;

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
