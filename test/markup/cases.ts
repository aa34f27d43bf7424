/**
 * The cases of `cases.txt`: the source of a message, a width, and the expected lines.
 *
 * A case starts with `§ WIDTH · TITLE`, optionally followed by options; the lines after `→` are expected, without blanks
 * at their ends. By default the text is laid out as in the reader: spoilers closed, wide code cut.
 */
import { readFileSync } from "node:fs";
import { plain } from "#base/safe-text.ts";
import { type LayoutOptions, layout } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import { unsentWidget } from "#model/widget.ts";
import { asciiGlyphs } from "#theme/glyphs.ts";
import { widgetDocument } from "#ui/message-bodies.ts";
import { acme } from "../support/acme.ts";
import { withoutEscapes } from "../support/escapes.ts";
import { painted, readerContext, unpainted } from "../support/reader.ts";

export type Case = {
  readonly title: string;
  readonly columns: number;
  readonly options: readonly string[];
  readonly source: string;
  readonly lines: readonly string[];
};

const head = /^(\d+) · (.*)$/;

export function casesIn(text: string): readonly Case[] {
  const [, ...parts] = `\n${text}`.split("\n§ ");
  return parts.map((part) => {
    const [first = "", ...rest] = part.replace(/\n$/, "").split("\n");
    const [, columns, words = ""] = head.exec(first) ?? [];
    const [title = "", ...options] = words.split(" · ");
    const arrow = rest.indexOf("→");
    const end = arrow < 0 ? rest.length : arrow;
    const source = rest.slice(0, end).join("\n");
    return { title, columns: Number(columns), options, source, lines: rest.slice(end + 1) };
  });
}

export const cases = casesIn(readFileSync(new URL("./cases.txt", import.meta.url), "utf8"));

/** The context of the message reader: addresses beside links, and "you" for the user. */
const inReader: ReaderContext = {
  ...readerContext,
  showAddresses: true,
  labelsFiles: true,
  you: plain("you"),
};

function optionsOf({ columns, options }: Case): LayoutOptions {
  const has = (option: string) => options.includes(option);
  const right = options.find((option) => option.startsWith("right "))?.slice("right ".length);
  const base = has("painted") ? painted : unpainted;
  return {
    ...base,
    columns,
    glyphs: has("ascii") ? asciiGlyphs : base.glyphs,
    openSpoilers: has("open") ? "all" : new Set(),
    scrolledColumns: has("wrap") ? undefined : Number(right ?? 0),
  };
}

/** `level 500` is the option for servers that read the text otherwise, `fences math` for realms. */
function contextOf({ options }: Case): ReaderContext {
  const optionFor = (name: string) =>
    options.find((option) => option.startsWith(`${name} `))?.slice(name.length + 1);
  const level = optionFor("level");
  return {
    ...inReader,
    codeLanguage: optionFor("fences") ?? inReader.codeLanguage,
    showsDrawn: () => options.includes("drawn"),
    topicSign: options.includes("ascii") ? asciiGlyphs.topic : inReader.topicSign,
    featureLevel: level === undefined ? inReader.featureLevel : Number(level),
  };
}

/** The actual lines of a case. */
export function linesOf(one: Case): readonly string[] {
  const replica = acme();
  const options = optionsOf(one);
  const widget = unsentWidget(one.source, replica.ownId);
  const document =
    widget === undefined ? parse(one.source, contextOf(one)) : widgetDocument(replica, widget);
  const { lines } = layout(document, options);
  return lines.map(({ text }) => withoutEscapes(text).trimEnd());
}
