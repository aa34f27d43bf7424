/** Events about what is the person's own beside messages: their bots, their files, hints for newcomers. */
import { z } from "zod";
import { bot, changedBot } from "./bot.ts";
import { attachment } from "./file.ts";
import { userId } from "./ids.ts";

const base = { id: z.int() };

/** The schema of each such type. */
export const ownEvents = {
  realm_bot: z.discriminatedUnion("op", [
    z.looseObject({ ...base, type: z.literal("realm_bot"), op: z.literal("add"), bot }),
    z.looseObject({
      ...base,
      type: z.literal("realm_bot"),
      op: z.literal("update"),
      bot: changedBot,
    }),
    z.looseObject({
      ...base,
      type: z.literal("realm_bot"),
      /** LEVEL(222): `remove` for a bot that was deactivated before it. */
      op: z.enum(["delete", "remove"]),
      bot: z.looseObject({ user_id: userId }),
    }),
  ]),
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
  onboarding_steps: z.looseObject({
    ...base,
    type: z.literal("onboarding_steps"),
    onboarding_steps: z.array(z.looseObject({ name: z.string() })),
  }),
} as const;
