/** Uploading a file for a text, in which a mark is the placeholder for its link. */
import * as z from "zod";
import type { ActionKind } from "./action-kind.ts";

export type Upload = {
  readonly kind: "upload";
  /** Without folders; not safe for a terminal. */
  readonly name: string;
  /** The path of the file, or its content. */
  readonly from: { readonly path: string } | { readonly text: string };
  /** Bytes. */
  readonly size: number;
  /** The placeholder for the link in the text. The person may move, delete and restore it. */
  readonly mark: string;
};

/** Repeatable: a second copy on the server is not linked anywhere. */
export const upload: ActionKind<Upload> = {
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
