/** A text as chunks: the lines between two blank lines, of which a block is made, or several. */

export type Chunk = {
  readonly lines: readonly string[];
  /** How many blank lines stand above it; none above the first, or where a list begins right below a text. */
  readonly blanks: number;
};

const item = /^ *([*+-]|\p{Nd}\.) +/u;

/** Lists may begin right below a line of text, or below a list of the other kind. Only the first of ten items can. */
function beginsList(line: string, above: string): boolean {
  const sign = item.exec(line)?.[1];
  if (sign === undefined) return false;
  return item.exec(above)?.[1]?.length !== sign.length;
}

/** The chunks of `lines`. `lists`: whether a list may begin without a blank line. */
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
