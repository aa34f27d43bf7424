/** Colour arithmetic: parsing, contrast, the nearest terminal colour, and adjusting lightness for legibility. */

/** `#rrggbb`. */
export type Hex = `#${string}`;
type Rgb = readonly [red: number, green: number, blue: number];

const pattern = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Parses a colour (`#abc`, `AABBCC`); undefined if invalid. */
export function parseHex(text: string): Hex | undefined {
  const digits = pattern.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return digits.length === 6 ? `#${digits}` : `#${digits.replace(/./g, "$&$&")}`;
}

export function rgbOf(hex: Hex): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hexOf(rgb: Rgb): Hex {
  const digits = rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  return `#${digits}`;
}

/** Relative luminance as WCAG defines it, from 0 (black) to 1. */
function luminance(hex: Hex): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast, from 1 (equal) to 21. */
export function contrast(a: Hex, b: Hex): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `hex`, lightened or darkened away from `background` until the contrast is at least `least`. */
export function readable(hex: Hex, background: Hex, least = 3): Hex {
  if (contrast(hex, background) >= least) return hex;
  const goal = contrast("#ffffff", background) > contrast("#000000", background) ? 255 : 0;
  const from = rgbOf(hex);
  for (let step = 1; step < 20; step += 1) {
    const moved = hexOf(
      from.map((part) => part + ((goal - part) * step) / 20) as [number, number, number],
    );
    if (contrast(moved, background) >= least) return moved;
  }
  return goal === 255 ? "#ffffff" : "#000000";
}

/** xterm's default values of the first 16 colours; users change them, so they only serve to find the nearest one. */
export const ansiPalette: readonly Hex[] = [
  "#000000",
  "#cd0000",
  "#00cd00",
  "#cdcd00",
  "#0000ee",
  "#cd00cd",
  "#00cdcd",
  "#e5e5e5",
  "#7f7f7f",
  "#ff0000",
  "#00ff00",
  "#ffff00",
  "#5c5cff",
  "#ff00ff",
  "#00ffff",
  "#ffffff",
];

const cubeSteps = [0, 95, 135, 175, 215, 255];

/** The nearest of the 240 colours that palettes do not redefine. */
export function nearest256(hex: Hex): number {
  const rgb = rgbOf(hex);
  const steps = rgb.map((part) => indexOfNearest(cubeSteps, part)) as [number, number, number];
  const cube = steps.map((step) => cubeSteps[step] ?? 0) as [number, number, number];
  const grey = Math.max(0, Math.min(23, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
  const level = 8 + grey * 10;
  if (distance(rgb, [level, level, level]) < distance(rgb, cube)) return 232 + grey;
  return 16 + 36 * steps[0] + 6 * steps[1] + steps[2];
}

/** The nearest of the 16, black and the greys left out: they vanish on one background or the other. */
export function nearest16(hex: Hex): number {
  const rgb = rgbOf(hex);
  let best = 1;
  for (const number of [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]) {
    const candidate = ansiPalette[number] ?? "#000000";
    if (distance(rgb, rgbOf(candidate)) < distance(rgb, rgbOf(ansiPalette[best] ?? "#000000"))) {
      best = number;
    }
  }
  return best;
}

function indexOfNearest(steps: readonly number[], part: number): number {
  let best = 0;
  steps.forEach((step, index) => {
    if (Math.abs(step - part) < Math.abs((steps[best] ?? 0) - part)) best = index;
  });
  return best;
}

/** How different two colours look, roughly: green counts most, blue least. */
function distance(a: Rgb, b: Rgb): number {
  return 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 3 * (a[2] - b[2]) ** 2;
}
