/** Pictures of messages as the terminal shows them: what the screen needs, and what was drawn. */
import { memoizeLast } from "#base/memoize.ts";
import type { SharedFile } from "#model/written-links.ts";
import type { Canvas, Drawing } from "#pictures/drawing.ts";
import type { Dialog } from "./dialog.ts";

/** A picture, and the cells that it may take. */
export type PictureRequest = {
  readonly file: SharedFile;
  readonly columns: number;
  readonly rows: number;
  /** The size of a cell, if it is another one than at the start. */
  readonly cell?: Canvas["cell"];
  /** True: below its message, so it must scroll with the text. */
  readonly isPreview: boolean;
};

export type Picture =
  | { readonly kind: "drawn"; readonly drawing: Drawing }
  /** Final: the picture itself is the reason, so it is not tried again. */
  | { readonly kind: "failed"; readonly sentence: string; readonly isFinal: boolean };

export function pictureKey({ file, columns, rows, cell, isPreview }: PictureRequest): string {
  const pixels = cell === undefined ? "" : ` ${cell.width}x${cell.height}`;
  return `${columns}x${rows}${isPreview ? "p" : ""}${pixels} ${file.realmId}/${file.path}`;
}

/** The picture in the open dialog, which takes the whole screen but for its frame and a caption. */
export function viewedPicture({
  dialog,
  terminal,
}: {
  readonly dialog: Dialog | undefined;
  readonly terminal: Pick<PictureRequest, "columns" | "rows" | "cell">;
}): PictureRequest | undefined {
  if (dialog?.kind !== "info" || dialog.about.kind !== "picture") return undefined;
  return viewed(dialog.about.file, terminal.columns, terminal.rows, terminal.cell);
}

/** The same object while its picture and the screen's size are the same. */
const viewed = memoizeLast(
  (
    file: SharedFile,
    columns: number,
    rows: number,
    cell: PictureRequest["cell"],
  ): PictureRequest => ({
    file,
    ...(cell !== undefined && { cell }),
    columns: Math.max(1, columns - 5),
    rows: Math.max(1, rows - 6),
    isPreview: false,
  }),
);

const most = 40;
/** UTF-16 units of all drawings together. */
const longest = 12_000_000;

/** With that one. Of those that nobody `needs`, the oldest are dropped when there are too many. */
export function withPicture(
  before: ReadonlyMap<string, Picture>,
  key: string,
  picture: Picture,
  needs: (key: string) => boolean,
): ReadonlyMap<string, Picture> {
  const pictures = new Map(before).set(key, picture);
  let length = [...pictures.values()].reduce((sum, each) => sum + lengthOf(each), 0);
  for (const [oldest, each] of [...pictures]) {
    if (pictures.size <= most && length <= longest) break;
    if (oldest === key || needs(oldest)) continue;
    pictures.delete(oldest);
    length -= lengthOf(each);
  }
  return pictures;
}

function lengthOf(picture: Picture): number {
  if (picture.kind === "failed") return 0;
  const { lines, upload = "", overlay = "" } = picture.drawing;
  return lines.reduce((sum, line) => sum + line.length, upload.length + overlay.length);
}
