/** Endpoints for custom emoji and link patterns. */
import * as z from "zod";
import { endpoint } from "#wire/endpoint.ts";
import { linkifier, realmEmoji } from "#wire/realm.ts";

export const getEmoji = endpoint({
  method: "GET",
  path: "/realm/emoji",
  heading: "protocol reference 7.8",
  summary: "lists custom emoji, including deactivated ones",
  parameters: {},
  answer: z.looseObject({ emoji: z.record(z.string(), realmEmoji) }),
});

export const getLinkifiers = endpoint({
  method: "GET",
  path: "/realm/linkifiers",
  heading: "protocol reference 7.8",
  summary: "lists the link patterns",
  since: 176,
  parameters: {},
  answer: z.looseObject({ linkifiers: z.array(linkifier) }),
});
