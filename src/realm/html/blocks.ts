/** Text to blocks: paragraphs, headings, rules, quotes, code; lists and tables have files of their own. */
import { bulleted, indented, lessIndented, ordered } from "./lists.ts";
import { silenced } from "./mentions.ts";
import { table } from "./tables.ts";
import {
  append,
  type BlockRule,
  type Element,
  element,
  type Parser,
  type ParserState,
} from "./tree.ts";

/** Blocks nested deeper than this are paragraphs, so that no message exhausts the stack. */
const deepestNesting = 100;

const empty: BlockRule = {
  applies: (block) => block === "" || block.startsWith("\n"),
  read: (block, parent, rest) => {
    if (block.length > 1) rest.unshift(block.slice(1));
    const last = parent.children.at(-1);
    if (last?.tag === "pre") last.text += block === "" ? "\n\n" : "\n";
  },
};

const codeIndent = "    ";

const code: BlockRule = {
  applies: (block) => block.startsWith(codeIndent),
  read: (block, parent, rest) => {
    const lines = block.split("\n");
    const end = lines.findIndex((line) => !line.startsWith(codeIndent) && line.trim() !== "");
    const inside = end < 0 ? lines : lines.slice(0, end);
    if (end >= 0) rest.unshift(lines.slice(end).join("\n"));
    const source = inside.map((line) => line.slice(codeIndent.length)).join("\n");
    const last = parent.children.at(-1);
    if (last?.tag === "pre") last.text += `\n${source.trimEnd()}\n`;
    else append(parent, "pre", `${source.trimEnd()}\n`);
  },
};

/** A backslash keeps the sign behind it in the heading. */
const headingPattern = /(?:^|\n)(#{1,6})\s((?:\\[^\n]|[^\\])*?)#*(?:\n|$)/;

const heading: BlockRule = {
  applies: (block) => headingPattern.test(block),
  read: (block, parent, rest, parser) => {
    const found = headingPattern.exec(block);
    if (found === null) return;
    const [whole, level = "", text = ""] = found;
    const before = block.slice(0, found.index);
    const after = block.slice(found.index + whole.length);
    if (before !== "") parser.parse(parent, [before]);
    append(parent, `h${level.length}`, text.trim());
    if (after === "") return;
    rest.unshift(parser.states.at(-1) === "loose" ? lessIndented(after) : after);
  },
};

const rulePattern = /^ {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *$/m;

const rule: BlockRule = {
  applies: (block) => rulePattern.test(block),
  read: (block, parent, rest, parser) => {
    const found = rulePattern.exec(block);
    if (found === null) return;
    const before = block.slice(0, found.index).replace(/\n+$/, "");
    const after = block.slice(found.index + found[0].length).replace(/^\n+/, "");
    if (before !== "") parser.parse(parent, [before]);
    append(parent, "hr");
    if (after !== "") rest.unshift(after);
  },
};

const quote: BlockRule = {
  applies: (block) => quoteStart(block) >= 0,
  read: (block, parent, _rest, parser) => {
    const lines = block.split("\n");
    const start = quoteStart(block);
    parser.parse(parent, [lines.slice(0, start).join("\n")]);
    const inside = lines.slice(start).map(unquoted).join("\n");
    parser.parseIn("quote", append(parent, "blockquote"), inside.split("\n\n"));
  },
};

/** The line where a quote begins, or -1. Signs with nothing behind them, to the end of the block, quote nothing. */
function quoteStart(block: string): number {
  if (!block.includes(">")) return -1;
  const lines = block.split("\n");
  const isBare = (line: string) => /^ {0,3}>?\s*$/.test(line);
  const start = lines.findIndex((line) => /^ {0,3}>/.test(line));
  return start >= 0 && lines.slice(start).every(isBare) ? -1 : start;
}

function unquoted(line: string): string {
  return line.trim() === ">" ? "" : silenced(line).replace(/^ {0,3}> ?/, "");
}

const paragraph: BlockRule = {
  applies: () => true,
  read: (block, parent, _rest, { states }) => {
    if (block.trim() === "") return;
    const last = parent.children.at(-1);
    if (states.at(-1) !== "list") append(parent, "p", block.trimStart());
    else if (last !== undefined) last.tail += `\n${block}`;
    else parent.text += parent.text === "" ? block.trimStart() : `\n${block.trimStart()}`;
  },
};

const rules: readonly BlockRule[] = [
  empty,
  indented,
  code,
  heading,
  table,
  rule,
  ordered,
  bulleted,
  quote,
  paragraph,
];

/** The blocks of a whole message. */
export function parseBlocks(source: string): Element {
  const root = element("root");
  const states: ParserState[] = [];
  let depth = 0;
  const parse: Parser["parse"] = (parent, blocks) => {
    depth += 1;
    const known = depth > deepestNesting ? [paragraph] : rules;
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      const next = block;
      known.find((each) => each.applies(next, parent, parser))?.read(next, parent, blocks, parser);
    }
    depth -= 1;
  };
  const parser: Parser = {
    states,
    parse,
    parseIn: (state, parent, blocks) => {
      states.push(state);
      parse(parent, blocks);
      states.pop();
    },
  };
  parse(root, source.split("\n\n"));
  return root;
}
