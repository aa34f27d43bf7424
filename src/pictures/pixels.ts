/** Pictures as pixels: their size in cells, and scaling them down to it. */

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, and how opaque it is. */
  readonly rgba: Uint8Array | Uint8ClampedArray;
};

export type Size = { readonly width: number; readonly height: number };

/** The largest size within `limit` that has the picture's proportions, but never more than its own; at least one pixel. */
export function fitted({ width, height }: Size, limit: Size): Size {
  const scale = Math.min(1, limit.width / width, limit.height / height);
  return {
    width: Math.max(1, Math.min(Math.floor(limit.width), Math.round(width * scale))),
    height: Math.max(1, Math.min(Math.floor(limit.height), Math.round(height * scale))),
  };
}

/** Each new pixel is the average of those that it covers; what is transparent adds no colour. */
export function scaled(pixels: Pixels, to: Size): Pixels {
  const { width, height } = pixels;
  if (to.width === width && to.height === height) return pixels;
  const rgba = new Uint8Array(to.width * to.height * 4);
  const columns = edges(width, to.width);
  const rows = edges(height, to.height);
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const area = { left: columns[x] ?? 0, right: columns[x + 1] ?? 0 };
      const part = { ...area, top: rows[y] ?? 0, bottom: rows[y + 1] ?? 0 };
      rgba.set(average(pixels, part), (y * to.width + x) * 4);
    }
  }
  return { ...to, rgba };
}

/** Half-open, and at least one pixel wide and high even if it is empty. */
type Area = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

function average({ width, rgba }: Pixels, { left, right, top, bottom }: Area): readonly number[] {
  const [columns, rows] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  let red = 0;
  let green = 0;
  let blue = 0;
  let opacity = 0;
  for (let row = top; row < top + rows; row += 1) {
    const end = (row * width + left + columns) * 4;
    for (let at = (row * width + left) * 4; at < end; at += 4) {
      const weight = rgba[at + 3] as number;
      red += (rgba[at] as number) * weight;
      green += (rgba[at + 1] as number) * weight;
      blue += (rgba[at + 2] as number) * weight;
      opacity += weight;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  const colour = [red, green, blue].map((sum) => Math.round(sum / opacity));
  return [...colour, Math.round(opacity / (columns * rows))];
}

/** Where each of `count` equal parts of a length begins, and at last its end; none begins behind the last pixel. */
function edges(length: number, count: number): readonly number[] {
  return Array.from({ length: count + 1 }, (_, at) =>
    at === count ? length : Math.min(length - 1, Math.floor((at * length) / count)),
  );
}
