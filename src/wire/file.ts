/** The wire format of uploaded files. */
import * as z from "zod";
import { messageId } from "./ids.ts";

/** Times are UNIX milliseconds. */
export const attachment = z.looseObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  /** Bytes. */
  size: z.int(),
  create_time: z.number(),
  messages: z.array(z.looseObject({ id: messageId, date_sent: z.number() })),
});
