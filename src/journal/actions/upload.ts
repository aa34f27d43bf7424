/** Uploading a file for a text: a mark in the text stands where its link will. */
import { z } from "zod";
import type { Action } from "./action.ts";

export type Upload = {
  readonly kind: "upload";
  /** Without folders; not safe for a terminal. */
  readonly name: string;
  /** Where it is read from, or the text that it consists of. */
  readonly from: { readonly path: string } | { readonly text: string };
  /** Bytes. */
  readonly size: number;
  /** Stands in the text until the link does. The text is the person's: it may be moved, deleted, and brought back. */
  readonly mark: string;
};

/** Repeatable: a second copy at the server is linked to nowhere. */
export const upload: Action<Upload> = {
  stored: z.strictObject({
    kind: z.literal("upload"),
    name: z.string(),
    from: z.union([z.strictObject({ path: z.string() }), z.strictObject({ text: z.string() })]),
    size: z.number(),
    mark: z.string(),
  }),
  repeatable: true,
  agrees: () => true,
  sentence: (_, { name }) => `Upload ${name}`,
  text: ({ from }) => ("text" in from ? from.text : from.path),
};
