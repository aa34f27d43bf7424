/** Events that tell nothing the picture holds: they are understood, and left as they come. */
import { z } from "zod";
import { attachment } from "./file.ts";
import { stream } from "./stream.ts";

const base = { id: z.int() };
const changed = {
  op: z.string(),
  property: z.string(),
  value: z.unknown(),
};

/** The schema of each such type. */
export const furtherEvents = {
  /** LEVEL(176): `realm_linkifiers` since then. */
  realm_filters: z.looseObject({
    ...base,
    type: z.literal("realm_filters"),
    realm_filters: z.array(z.unknown()),
  }),
  realm_bot: z.looseObject({
    ...base,
    type: z.literal("realm_bot"),
    op: z.enum(["add", "update", "delete", "remove"]),
    bot: z.looseObject({ user_id: z.int() }),
  }),
  realm_user_settings_defaults: z.looseObject({
    ...base,
    type: z.literal("realm_user_settings_defaults"),
    ...changed,
  }),
  default_stream_groups: z.looseObject({
    ...base,
    type: z.literal("default_stream_groups"),
    default_stream_groups: z.array(
      z.looseObject({ id: z.int(), name: z.string(), streams: z.array(stream) }),
    ),
  }),
  attachment: z.discriminatedUnion("op", [
    z.looseObject({
      ...base,
      type: z.literal("attachment"),
      op: z.enum(["add", "update"]),
      attachment,
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
