/** Bots as those who keep them see them. */
import { z } from "zod";
import { userId } from "./ids.ts";

/** What people do; bringing in what happens elsewhere; telling elsewhere what happens here. */
export const botTypes = { generic: 1, incoming: 2, outgoing: 3 } as const;

/** Streams that a bot uses where it names none; null: none. */
const defaults = {
  default_sending_stream: z.string().nullish(),
  default_events_register_stream: z.string().nullish(),
  default_all_public_streams: z.boolean().nullish(),
};

export const bot = z.looseObject({
  user_id: userId,
  email: z.string(),
  full_name: z.string(),
  bot_type: z.int(),
  is_active: z.boolean().optional(),
  api_key: z.string(),
  avatar_url: z.string().nullish(),
  /** Where it tells what happens here. */
  services: z.array(z.unknown()).optional(),
  owner_id: userId.nullish(),
  ...defaults,
});
export type Bot = z.output<typeof bot>;

/** The changed part of a bot in an event: one of these keys beside the ID. */
export const changedBot = bot.partial().required({ user_id: true });

/** What the answers about one bot tell of it. */
export const botAnswer = z.looseObject({ avatar_url: z.string().nullish(), ...defaults });

/** A bot in the list of one's own. */
export const ownBot = botAnswer.extend({
  username: z.string(),
  full_name: z.string(),
  api_key: z.string(),
});
