/**
 * Pictures in kitty's protocol, also through tmux.
 *
 * The picture is sent once, and shown wherever cells with its number are. They are text, so whatever erases or covers text
 * erases the picture, and tmux moves it like text.
 */

const esc = "\x1b";
const endOfString = `${esc}\\`;

/** The cells that a picture takes. */
export type Cells = { readonly columns: number; readonly rows: number };

/** A sequence that tmux passes on to its terminal unchanged, if it is allowed to. */
export function throughTmux(sequence: string): string {
  return `${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${endOfString}`;
}

const chunkLength = 4096;

/** Sends the picture under that number, for that many cells. */
export function kittyUpload(png: Uint8Array, id: number, { columns, rows }: Cells): string {
  const data = Buffer.from(png).toString("base64");
  const chunks = Math.max(1, Math.ceil(data.length / chunkLength));
  return Array.from({ length: chunks }, (_, at) => {
    const more = at + 1 < chunks ? 1 : 0;
    const first = `a=T,U=1,f=100,i=${id},c=${columns},r=${rows},`;
    const part = data.slice(at * chunkLength, (at + 1) * chunkLength);
    return `${esc}_G${at === 0 ? first : ""}q=2,m=${more};${part}${endOfString}`;
  }).join("");
}

/** Removes it from wherever it is shown, and from the terminal's memory. */
export function kittyRemoval(id: number): string {
  return `${esc}_Ga=d,d=I,i=${id},q=2${endOfString}`;
}

/** The numbers of pictures from the first to the last. */
export type PictureIds = { readonly first: number; readonly last: number };

/** Removes all pictures of these numbers; versions before 0.33 ignore it. */
export function kittyRangeRemoval({ first, last }: PictureIds): string {
  return `${esc}_Ga=d,d=R,x=${first},y=${last},q=2${endOfString}`;
}

/** Each sequence of a text on its own through tmux, which limits their length. */
export function eachThroughTmux(sequences: string): string {
  const parts = sequences.split(endOfString).slice(0, -1);
  return parts.map((part) => throughTmux(part + endOfString)).join("");
}

const placeholder = "\u{10eeee}";

const byte = 0x100;
const highest = 0x1000000;

/**
 * Lines of cells that show the picture. Each cell names its row and column, so any part of a line can be covered. Their
 * colour is the number, of which the highest byte is a numeral of its own.
 */
export function kittyCells(id: number, { columns, rows }: Cells): readonly string[] {
  const [high, low] = [Math.floor(id / highest), id % highest];
  const parts = [low / (byte * byte), low / byte, low].map((part) => Math.floor(part) % byte);
  const colour = low < byte ? `5;${low}` : `2;${parts.join(";")}`;
  const ending = high === 0 ? "" : numeral(high);
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from(
      { length: columns },
      (_each, column) => placeholder + numeral(row) + numeral(column) + ending,
    );
    return `${esc}[38;${colour}m${cells.join("")}${esc}[39m`;
  });
}

/** The protocol's numerals: combining characters of class 230, in ranges of code points. */
const numeralRanges =
  "305 30d-30e 310 312 33d-33f 346 34a-34c 350-352 357 35b 363-36f 483-487 592-595 597-599 59c-5a1 5a8-5a9 5ab-5ac 5af 5c4 " +
  "610-617 657-65b 65d-65e 6d6-6dc 6df-6e2 6e4 6e7-6e8 6eb-6ec 730 732-733 735-736 73a 73d 73f-741 743 745 747 749-74a " +
  "7eb-7f1 7f3 816-819 81b-823 825-827 829-82d 951 953-954 f82-f83 f86-f87 135d-135f 17dd 193a 1a17 1a75-1a7c 1b6b " +
  "1b6d-1b73 1cd0-1cd2 1cda-1cdb 1ce0 1dc0-1dc1 1dc3-1dc9 1dcb-1dcc 1dd1-1de6 1dfe 20d0-20d1 20d4-20d7 20db-20dc 20e1 " +
  "20e7 20e9 20f0 2cef-2cf1 2de0-2dff a66f a67c-a67d a6f0-a6f1 a8e0-a8f1 aab0 aab2-aab3 aab7-aab8 aabe-aabf aac1 " +
  "fe20-fe26 10a0f 10a38 1d185-1d189 1d1aa-1d1ad 1d242-1d244";

const numerals = numeralRanges.split(" ").flatMap((range) => {
  const [from = 0, to = from] = range.split("-").map((digits) => Number.parseInt(digits, 16));
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
});

/** A picture has no more rows or columns than there are numerals. */
export const maxKittyCells = numerals.length;

function numeral(value: number): string {
  return numerals[value] ?? "";
}
