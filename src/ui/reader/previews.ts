/**
 * Pictures below the message that links to them.
 *
 * A picture has its rows before it is there, so that nothing moves when it comes. Only what is wrong with the picture
 * itself takes a single line instead.
 */
import { plain, safeLine } from "#base/safe-text.ts";
import type { PaintedLine } from "#markup/layout.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { type Picture, type PictureRequest, pictureKey } from "#store/pictures.ts";
import type { MessageBodies } from "#ui/message-bodies.ts";
import type { Style } from "#ui/style.ts";
import { textColumns } from "./message-lines.ts";

const rows = 8;
const widest = 60;
/** Of one message. */
const most = 4;

type Pane = { readonly columns: number; readonly gutter: 1 | 2 };

const none: readonly PictureRequest[] = [];

/** The pictures of the message, in text order, for a pane of that size. */
export function previewRequests(
  bodies: MessageBodies,
  replica: Replica,
  message: Message,
  { columns, gutter }: Pane,
): readonly PictureRequest[] {
  const files = bodies.picturesOf(replica, message);
  if (files.length === 0) return none;
  const room = Math.min(widest, textColumns(columns, gutter));
  return files.slice(0, most).map((file) => ({ file, columns: room, rows, isPreview: true }));
}

/** What the lines depend on besides the requests. */
export function previewsKey(
  requests: readonly PictureRequest[],
  pictures: ReadonlyMap<string, Picture>,
): string {
  return requests.map((request) => stateOf(pictures.get(pictureKey(request)))).join();
}

function stateOf(picture: Picture | undefined): string {
  if (picture === undefined) return "w";
  return picture.kind === "drawn" ? `d${picture.drawing.id}` : picture.sentence;
}

/** Lines of at most the columns of the request. */
export function previewLines(
  style: Style,
  requests: readonly PictureRequest[],
  pictures: ReadonlyMap<string, Picture>,
): readonly PaintedLine[] {
  return requests.flatMap((request) => {
    const picture = pictures.get(pictureKey(request));
    if (picture?.kind === "failed" && picture.isFinal) return [words(style, request, picture)];
    if (picture?.kind === "failed") return padded([words(style, request, picture)]);
    const { lines = [], columns = 0 } = picture?.drawing ?? {};
    return padded(lines.map((text) => ({ text, cells: columns })));
  });
}

const empty: PaintedLine = { text: "", cells: 0 };

function padded(lines: readonly PaintedLine[]): readonly PaintedLine[] {
  return Array.from({ length: rows }, (_, at) => lines[at] ?? empty);
}

function words(
  { cells, painter }: Style,
  { file, columns }: PictureRequest,
  { sentence }: { readonly sentence: string },
): PaintedLine {
  const text = cells.cut(safeLine(`${file.name}: ${sentence}`), columns);
  return { text: painter.paint("dim", plain(text)), cells: cells.width(text) };
}
