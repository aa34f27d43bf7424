/** Events about the user's own files. */
import * as z from "zod";
import { attachment } from "./file.ts";

const base = { id: z.int() };

/** The schema of each such type. */
export const ownEvents = {
  attachment: z.discriminatedUnion("op", [
    z.looseObject({
      ...base,
      type: z.literal("attachment"),
      op: z.enum(["add", "update"]),
      attachment,
      /** Bytes of all files of the realm together. */
      upload_space_used: z.number(),
    }),
    z.looseObject({
      ...base,
      type: z.literal("attachment"),
      op: z.literal("remove"),
      attachment: z.looseObject({ id: z.int() }),
      upload_space_used: z.number(),
    }),
  ]),
} as const;
