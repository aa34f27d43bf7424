/** Pictures as text: each cell shows two pixels, one above the other, with its foreground and its background. */
import { nearest256 } from "#theme/colour.ts";
import type { Pixels } from "./pixels.ts";

export type ColourDepth = "256" | "true";

/** What is less opaque shows the terminal's own background. */
const opaque = 128;
const [upper, lower] = ["▀", "▄"];

/** Lines as wide as the picture, each of which closes its colours; an odd last row has nothing below it. */
export function halfBlocks({ width, height, rgba }: Pixels, depth: ColourDepth): readonly string[] {
  const colourOf = depth === "true" ? trueColour : paletteColour();
  const pixel = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    if (y >= height || (rgba[at + 3] ?? 0) < opaque) return undefined;
    return colourOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    const pen = { line: "", front: "39", back: "49" };
    for (let x = 0; x < width; x += 1) draw(pen, pixel(x, row * 2), pixel(x, row * 2 + 1));
    if (pen.front !== "39") pen.line += "\x1b[39m";
    // Alone, so that the background of a selected row is restored after it.
    if (pen.back !== "49") pen.line += "\x1b[49m";
    return pen.line;
  });
}

type Pen = { line: string; front: string; back: string };

function draw(pen: Pen, above: string | undefined, below: string | undefined): void {
  if (above === undefined && below === undefined) {
    turn(pen, pen.front, "49");
    pen.line += " ";
  } else if (above === undefined) {
    turn(pen, `38;${below}`, "49");
    pen.line += lower;
  } else {
    turn(pen, `38;${above}`, below === undefined ? "49" : `48;${below}`);
    pen.line += upper;
  }
}

function turn(pen: Pen, front: string, back: string): void {
  if (front !== pen.front) pen.line += `\x1b[${front}m`;
  if (back !== pen.back) pen.line += `\x1b[${back}m`;
  pen.front = front;
  pen.back = back;
}

function trueColour(red: number, green: number, blue: number): string {
  return `2;${red};${green};${blue}`;
}

/** The search for the nearest colour takes longer than all the rest, and pictures have few that differ visibly. */
function paletteColour() {
  const known = new Map<number, string>();
  return (red: number, green: number, blue: number): string => {
    const key = ((red & 0xfc) << 16) | ((green & 0xfc) << 8) | (blue & 0xfc);
    let found = known.get(key);
    if (found === undefined) {
      found = `5;${nearest256(`#${key.toString(16).padStart(6, "0")}`)}`;
      known.set(key, found);
    }
    return found;
  };
}
