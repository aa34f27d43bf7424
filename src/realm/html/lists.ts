/** Lists, which nest by two blanks, and the blocks that belong to an item by their indent. */
import { append, type BlockRule, type Element, isList, loosen, type Parser } from "./tree.ts";

/** What an item within an item begins with, whatever its kind. */
const nestedItem = /^ {2,3}(?:\p{Nd}+\.|[*+-]) +/u;

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

export const ordered: BlockRule = listRule("ol", /^ ?\p{Nd}+\. +(.*)/u);
export const bulleted: BlockRule = listRule("ul", /^ ?[*+-] +(.*)/);

/** `item` is what an item of this kind begins with, and its text. Items of the other kind are another list. */
function listRule(tag: "ol" | "ul", item: RegExp): BlockRule {
  return {
    applies: (block) => item.test(block),
    read: (block, parent, _rest, parser) => {
      const items = itemsOf(block, item);
      const list = listFor(parent, tag, block);
      // Below a blank line, the items of the list become paragraphs, the first of the block first.
      if (list === parent.children.at(-1) && list.children.length > 0)
        continueLoosely(list, items, parser);
      for (const text of items) {
        const last = list.children.at(-1);
        const isNested = text.startsWith(indent) && last !== undefined;
        parser.parseIn("list", isNested ? last : append(list, "li"), [text]);
      }
    },
  };
}

function listFor(parent: Element, tag: "ol" | "ul", block: string): Element {
  const last = parent.children.at(-1);
  if (last?.tag === tag) return last;
  if (isList(parent)) return parent;
  const first = /\p{Nd}+/u.exec(block)?.[0] ?? "1";
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
function itemsOf(block: string, item: RegExp): string[] {
  const items: string[] = [];
  for (const line of block.split("\n")) {
    const last = items.at(-1);
    const content = item.exec(line)?.[1];
    if (content !== undefined) items.push(content);
    else if (last === undefined || (nestedItem.test(line) && !last.startsWith(indent)))
      items.push(line);
    else items[items.length - 1] = `${last}\n${line}`;
  }
  return items;
}
