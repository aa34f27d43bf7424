/** Texts in a dialog that may need several rows. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { RowProps } from "./opened.ts";

export type ParagraphProps = {
  readonly token?: Span["token"];
  /** Columns that stay free before the text, or hold the label: as many as the dialog's labels need. */
  readonly indent?: number | "labels";
  readonly label?: SafeText | "";
  readonly children?: SafeText | "" | undefined;
  /** One row of spans instead of a text. */
  readonly spans?: readonly Span[];
};

/**
 * A text in as many rows as it needs; none if it is empty. It is expanded into rows once the width is known, and never
 * rendered itself.
 */
export function Paragraph(_: ParagraphProps): null {
  return null;
}

type DefinitionProps = Omit<ParagraphProps, "indent" | "label"> & { readonly label?: string };

/** A dim label with a text beside it: the rows of cards. */
export function Definition({ label = "", ...props }: DefinitionProps) {
  return <Paragraph indent="labels" label={safeLine(label)} {...props} />;
}

/** The columns before the texts of labelled paragraphs: of the longest label, or of a third of the dialog. */
export function labelColumns(
  { cells }: Style,
  columns: number,
  all: readonly ParagraphProps[],
): number {
  const widths = all.map(({ label = "" }) => cells.width(plain(label)));
  return Math.min(Math.max(12, ...widths), Math.max(12, Math.floor(columns / 3))) + 2;
}

export function paragraphRows(
  { cells }: Style,
  columns: number,
  props: ParagraphProps,
  labels: number,
): readonly RowProps[] {
  const { token = "text", label = "", children = "", spans = noSpans } = props;
  const indent = props.indent === "labels" ? labels : (props.indent ?? 0);
  if (children === "" && spans.length === 0) return [];
  const room = Math.max(0, indent - 2);
  const labelled = (text: SafeText | ""): Span =>
    span(
      plain(`${cells.padStart(cells.cut(plain(text), room), room)}${indent > 0 ? "  " : ""}`),
      "dim",
    );
  if (spans.length > 0) return [{ left: [labelled(label), ...spans] }];
  return cells
    .wrap(plain(children), Math.max(10, columns - indent))
    .map((line, at) => ({ left: [labelled(at === 0 ? label : ""), span(line, token)] }));
}

/** Beyond this number, names are only counted. */
const maxNames = 200;

export function namesText(names: readonly SafeText[]): SafeText {
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), plain(`and ${more} more`)] : names;
  return joined(shown, plain(", "));
}
