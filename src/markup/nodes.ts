/** The blocks of a message during parsing: their text is not parsed yet, and lists may still grow. */
import type { Alignment } from "./document.ts";

export type Node = {
  /** Whether it is preceded by a blank line. */
  apart?: boolean;
} & (
  | { readonly kind: "paragraph"; text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; text: string }
  | { readonly kind: "quote"; readonly nodes: Node[] }
  | List
  | Table
  | { readonly kind: "rule" }
);

/** `start` is the first number; undefined for bullet lists. Each item is the blocks in it. */
export type List = {
  readonly kind: "list";
  readonly start: number | undefined;
  readonly items: Node[][];
};

/** Rows may have fewer cells than the header, and have no more. */
export type Table = {
  readonly kind: "table";
  readonly alignments: readonly Alignment[];
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
