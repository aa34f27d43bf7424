/** What kind of picture some bytes are, told by their first few; the realm looks no deeper. */

import type { Shape } from "#realm/state/files.ts";

export type PictureKind = {
  readonly type: "image/png" | "image/gif" | "image/jpeg" | "image/webp";
  readonly extension: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
};

/** The shape of a picture; the format with moving pictures is taken to move. */
export function pictureShape(bytes: Uint8Array): Shape | undefined {
  const kind = pictureKind(bytes);
  if (kind === undefined) return undefined;
  const { width, height, type } = kind;
  return { width, height, isAnimated: type === "image/gif" };
}

/** Undefined for bytes that are no picture, and for kinds that browsers do not show. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
}

function says(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));
}

function png(view: DataView): PictureKind | undefined {
  if (!says(view, 0, "\x89PNG\r\n\x1a\n") || view.byteLength < 24) return undefined;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return { type: "image/png", extension: "png", width, height };
}

function gif(view: DataView): PictureKind | undefined {
  if (!says(view, 0, "GIF8") || view.byteLength < 10) return undefined;
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  return { type: "image/gif", extension: "gif", width, height };
}

/** The three forms of the format write their size in three ways. */
function webp(view: DataView): PictureKind | undefined {
  if (!says(view, 0, "RIFF") || !says(view, 8, "WEBP") || view.byteLength < 30) return undefined;
  const kind = { type: "image/webp", extension: "webp" } as const;
  if (says(view, 12, "VP8X")) {
    const width = (view.getUint32(24, true) & 0xffffff) + 1;
    return { ...kind, width, height: (view.getUint32(26, true) >>> 8) + 1 };
  }
  if (says(view, 12, "VP8L")) {
    const packed = view.getUint32(21, true);
    return { ...kind, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  const sideAt = (at: number) => view.getUint16(at, true) & 0x3fff;
  return { ...kind, width: sideAt(26), height: sideAt(28) };
}

/** The size stands in the first frame header, behind segments of any length. */
function jpeg(view: DataView): PictureKind | undefined {
  if (!says(view, 0, "\xff\xd8\xff")) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const mark = view.getUint8(at + 1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (!isFrame) continue;
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    return { type: "image/jpeg", extension: "jpg", width, height };
  }
  return undefined;
}
