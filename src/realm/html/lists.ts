/** Lists, which nest by two blanks, and the blocks that belong to an item by their indent. */
import { append, type BlockRule, type Element, isList, loosen, type Parser } from "./tree.ts";

/** What an item of either kind begins with; a nested one has two or three blanks before it. */
const anyItem = /^ ?((?:\d+\.)|[*+-]) +(.*)/;
const nestedItem = /^ {2,3}(?:\d+\.|[*+-]) +/;

export const indent = "  ";

/** Blocks below a list that are indented belong to its last item, or to one within it. */
export const indented: BlockRule = {
  applies: (block, parent, { states }) =>
    block.startsWith(indent) &&
    states.at(-1) !== "detabbed" &&
    (parent.tag === "li" || isList(parent.children.at(-1))),
  read: (block, parent, _rest, parser) => {
    const [level, place] = placeOf(block, parent, parser.states.at(-1) === "list");
    const inner = lessIndented(block, level);
    const lastItem = place.children.at(-1);
    const last = parent.children.at(-1);
    if (parent.tag === "li") {
      parser.parseIn("detabbed", isList(last) ? last : parent, [inner]);
    } else if (place.tag === "li") {
      parser.parseIn("detabbed", place, [inner]);
    } else if (lastItem?.tag === "li") {
      loosen(lastItem);
      parser.parseIn("detabbed", lastItem, inner.split("\n\n"));
    } else {
      parser.parseIn("detabbed", append(place, "li"), [inner]);
    }
  },
};

/** How deep in the lists of `parent` an indented block belongs, and the list or item it belongs to. */
function placeOf(block: string, parent: Element, isTight: boolean): readonly [number, Element] {
  const blanks = block.length - block.replace(/^ +/, "").length;
  const depth = Math.floor(blanks / indent.length);
  let level = isTight ? 1 : 0;
  let place = parent;
  while (level < depth) {
    const child = place.children.at(-1);
    if (child === undefined || !(isList(child) || child.tag === "li")) break;
    if (isList(child)) level += 1;
    place = child;
  }
  return [level, place];
}

/** Every line that has it without the indent of `level`; the others as they are. */
export function lessIndented(block: string, level = 1): string {
  const blanks = indent.repeat(level);
  return block
    .split("\n")
    .map((line) => (line.startsWith(blanks) ? line.slice(blanks.length) : line))
    .join("\n");
}

export const ordered: BlockRule = listRule("ol", /^ ?\d+\. +/);
export const bulleted: BlockRule = listRule("ul", /^ ?[*+-] +/);

function listRule(tag: "ol" | "ul", begin: RegExp): BlockRule {
  return {
    applies: (block) => begin.test(block),
    read: (block, parent, _rest, parser) => {
      const items = itemsOf(block);
      const list = listFor(parent, tag, block);
      // Below a blank line, the items of the list become paragraphs, the first of the block first.
      if (list === parent.children.at(-1) && list.children.length > 0)
        continueLoosely(list, items, parser);
      for (const item of items) {
        const last = list.children.at(-1);
        const isNested = item.startsWith(indent) && last !== undefined;
        parser.parseIn("list", isNested ? last : append(list, "li"), [item]);
      }
    },
  };
}

function listFor(parent: Element, tag: "ol" | "ul", block: string): Element {
  const last = parent.children.at(-1);
  if (isList(last)) return last;
  if (isList(parent)) return parent;
  const first = /\d+/.exec(block)?.[0] ?? "1";
  return append(parent, tag, "", tag === "ol" && first !== "1" ? ` start="${first}"` : "");
}

/** Takes the first of `items`. */
function continueLoosely(list: Element, items: string[], parser: Parser): void {
  const last = list.children.at(-1);
  if (last !== undefined) {
    loosen(last);
    const tailed = last.children.at(-1);
    if (tailed !== undefined && tailed.tail !== "") {
      append(last, "p", tailed.tail.trimStart());
      tailed.tail = "";
    }
  }
  const first = items.shift();
  if (first !== undefined) parser.parseIn("loose", append(list, "li"), [first]);
}

/** The items of a block, without their signs. Nested ones keep their indent; consecutive ones are one text. */
function itemsOf(block: string): string[] {
  const items: string[] = [];
  for (const line of block.split("\n")) {
    const last = items.at(-1);
    const content = anyItem.exec(line)?.[2];
    if (content !== undefined) items.push(content);
    else if (last === undefined || (nestedItem.test(line) && !last.startsWith(indent)))
      items.push(line);
    else items[items.length - 1] = `${last}\n${line}`;
  }
  return items;
}
