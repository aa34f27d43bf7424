/**
 * Arabic letters in the forms in which they join their neighbours, as most terminals draw each character by itself.
 *
 * Unicode has a character for each form of a letter, one cell wide like the letter. What has none, as some letters of Kurdish
 * and Sindhi, stays as it is.
 */

/** Of a letter: alone, at the end, at the beginning, in the middle of what is joined. Some join only the letter before. */
type Forms = readonly string[];

let table: ReadonlyMap<string, Forms> | undefined;

/** The blocks are in this order for each letter, those of Arabic itself first. */
function formsOf(letter: string): Forms {
  table ??= new Map(
    [...formsIn(0xfe80, 0xfef4), ...formsIn(0xfb50, 0xfbff)].reduce((all, form) => {
      const base = form.normalize("NFKC");
      // What stands for several letters changes the width.
      return base.length > 1 || base === form
        ? all
        : all.set(base, [...(all.get(base) ?? []), form]);
    }, new Map<string, Forms>()),
  );
  return table.get(letter) ?? [];
}

function formsIn(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
}

const arabic = /[\u0620-\u06ff]/;
const stroke = "\u0640";
const nonJoiner = "\u200c";

function joinsBefore(cluster: string | undefined): boolean {
  const [letter = ""] = cluster ?? "";
  return letter === stroke || formsOf(letter).length > 1;
}

function joinsAfter(cluster: string | undefined): boolean {
  const [letter = ""] = cluster ?? "";
  return (letter === stroke || formsOf(letter).length > 2) && !cluster?.includes(nonJoiner);
}

/** The clusters of a text in logical order, each as it is drawn between its neighbours. */
export function joinedLetters(clusters: readonly string[]): readonly string[] {
  if (!clusters.some((cluster) => arabic.test(cluster))) return clusters;
  return clusters.map((cluster, at) => {
    const [letter = ""] = cluster;
    const isAfter = joinsAfter(clusters[at - 1]) && joinsBefore(cluster);
    const isBefore = joinsAfter(cluster) && joinsBefore(clusters[at + 1]);
    const form = formsOf(letter)[Number(isAfter) + 2 * Number(isBefore)];
    // Alone, too, so that a terminal that would join letters does not join them in this order.
    return form === undefined ? cluster : form + cluster.slice(1);
  });
}

const anyForm = /[\ufb50-\ufbff\ufe80-\ufef4]/g;

/** A text of the same length with its letters instead of their forms. */
export function plainLetters(text: string): string {
  return text.replace(anyForm, (form) => {
    const letter = form.normalize("NFKC");
    return letter.length === 1 ? letter : form;
  });
}
