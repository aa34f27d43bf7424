/** Splits text into chunks: lines between blank lines, each of which makes one or more blocks. */

export type Chunk = {
  readonly lines: readonly string[];
  /** The number of blank lines above it; none above the first, or if a list begins directly below text. */
  readonly blanks: number;
};

const item = /^ *([*+-]|\p{Nd}\.) +/u;

/** A list may begin directly below a line of text, or below a list of the other kind, but only with a first item. */
function beginsList(line: string, above: string): boolean {
  const sign = item.exec(line)?.[1];
  if (sign === undefined) return false;
  return item.exec(above)?.[1]?.length !== sign.length;
}

/** Splits `lines` into chunks. `lists`: whether a list may begin without a blank line. */
export function chunksOf(lines: readonly string[], lists: boolean): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let current: string[] = [];
  let blanks = 0;
  const end = () => {
    if (current.length === 0) return;
    chunks.push({ lines: current, blanks: chunks.length === 0 ? 0 : blanks });
    current = [];
    blanks = 0;
  };
  for (const line of lines) {
    const above = current.at(-1);
    if (isBlank(line)) {
      end();
      blanks += 1;
      continue;
    }
    if (lists && above !== undefined && beginsList(line, above)) end();
    current.push(line);
  }
  end();
  return chunks;
}

const onlyBlanks = /^ *$/;

function isBlank(line: string): boolean {
  return onlyBlanks.test(line);
}
