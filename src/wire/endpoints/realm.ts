/** Endpoints about the realm: its emoji, and the patterns in texts that become links. */
import { z } from "zod";
import { endpoint } from "#wire/endpoint.ts";
import { linkifier, realmEmoji } from "#wire/realm.ts";

export const getEmoji = endpoint({
  method: "GET",
  path: "/realm/emoji",
  heading: "protocol reference 7.8",
  does: "lists the realm's own emoji, those that are gone included",
  parameters: {},
  answer: z.looseObject({ emoji: z.record(z.string(), realmEmoji) }),
});

export const getLinkifiers = endpoint({
  method: "GET",
  path: "/realm/linkifiers",
  heading: "protocol reference 7.8",
  does: "lists the patterns that become links",
  since: 176,
  parameters: {},
  answer: z.looseObject({ linkifiers: z.array(linkifier) }),
});
