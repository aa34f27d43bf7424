/**
 * The blocks of a message, as the block parser leaves them.
 *
 * As in the parser of the servers, text belongs to the element that it begins (`text`) or follows (`tail`): whether a
 * list item is loose is decided after it was made, by moving its text.
 */

export type Element = {
  readonly tag: string;
  /** As HTML has them, with a blank before each. */
  readonly attributes: string;
  text: string;
  tail: string;
  readonly children: Element[];
};

export function element(tag: string, text = "", attributes = ""): Element {
  return { tag, attributes, text, tail: "", children: [] };
}

export function append(parent: Element, tag: string, text = "", attributes = ""): Element {
  const child = element(tag, text, attributes);
  parent.children.push(child);
  return child;
}

export function isList(node: Element | undefined): node is Element & { tag: "ul" | "ol" } {
  return node?.tag === "ul" || node?.tag === "ol";
}

/** An item that has to hold a paragraph: what stood in it directly becomes one. */
export function loosen(item: Element): void {
  if (item.text === "") return;
  item.children.unshift(element("p", item.text));
  item.text = "";
}

export type ParserState = "list" | "loose" | "detabbed" | "quote";

export type Parser = {
  /** What the blocks being read stand in, the innermost last. */
  readonly states: ParserState[];
  /** Reads `blocks`, and takes all of them away. */
  readonly parse: (parent: Element, blocks: string[]) => void;
  /** The same within a state. */
  readonly parseIn: (state: ParserState, parent: Element, blocks: string[]) => void;
};

export type BlockRule = {
  /** Whether the first block is this rule's to take. */
  readonly applies: (block: string, parent: Element, parser: Parser) => boolean;
  /** Appends to `parent`. What it does not use, it puts in front of `rest`. */
  readonly read: (block: string, parent: Element, rest: string[], parser: Parser) => void;
};
