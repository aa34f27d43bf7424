/** What an edit changed, for a reader: the text after it, with the words that came and those that went marked. */

/** Tags as they are, and words without the blanks around them. */
function tokensOf(html: string): readonly string[] {
  return html.match(/<[^>]*>|[^\s<]+/g) ?? [];
}

function isTag(token: string): boolean {
  return token.startsWith("<");
}

/** More pairs of words than this are not compared: all is new then. */
const mostPairs = 4_000_000;

/** Which words of `after` stand in `before` in the same order, by index; as many as can be. */
function sameWords(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number> {
  const same = new Map<number, number>();
  const columns = after.length + 1;
  if (before.length * after.length > mostPairs) return same;
  const lengths = new Uint16Array((before.length + 1) * columns);
  const at = (row: number, column: number) => lengths[row * columns + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * columns + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let [row, column] = [0, 0]; row < before.length && column < after.length; ) {
    if (before[row] === after[column]) {
      same.set(column, row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return same;
}

type Kind = "same" | "inserted" | "deleted";

/** `html` of one text and another: the second in a box, where the words of the first are that are gone. */
export function differenceOf(before: string, after: string): string {
  const gone = tokensOf(before).filter((token) => !isTag(token));
  const tokens = tokensOf(after);
  const words = tokens.filter((token) => !isTag(token));
  const same = sameWords(gone, words);
  const marked = marking();
  let [next, word] = [0, 0];
  /** Takes what was deleted before the word of the first text at `end`. */
  const drop = (end: number) => {
    for (; next < end; next += 1) marked.add("deleted", gone[next] ?? "");
  };
  /** Whether words are deleted here: those that came in their place are all told. */
  const dropHere = () => {
    if (same.has(word) || word === words.length) drop(same.get(word) ?? gone.length);
  };
  for (const token of tokens) {
    // What went stands before the end of what it stood in.
    if (!isTag(token) || token.startsWith("</")) dropHere();
    if (isTag(token)) marked.add("same", token);
    else {
      const known = same.get(word);
      marked.add(known === undefined ? "inserted" : "same", token);
      if (known !== undefined) next = known + 1;
      word += 1;
    }
  }
  drop(gone.length);
  return `<div>${marked.html()}</div>`;
}

/** Collects words, those of one kind in one mark. */
function marking() {
  let html = "";
  let kind: Kind = "same";
  const end = () => {
    if (kind !== "same") html += "</span> ";
    kind = "same";
  };
  const parted = () => (html === "" || /[>\s]$/.test(html) ? "" : " ");
  return {
    add: (next: Kind, token: string) => {
      if (next !== kind || isTag(token)) end();
      html += isTag(token) ? "" : parted();
      if (next !== kind) html += `<span class="highlight_text_${next}">`;
      html += token;
      kind = next;
    },
    html: () => {
      end();
      return html;
    },
  };
}
