/** Endpoints about the realm: its emoji, and the patterns in texts that become links. */
import { z } from "zod";
import { endpoint, plain } from "#wire/endpoint.ts";
import {
  administratorsOnly,
  fileTooLarge,
  noGuests,
  noPicture,
  notAllowed,
  refused,
} from "#wire/error-rows.ts";
import { linkifier, realmEmoji } from "#wire/realm.ts";

export const getEmoji = endpoint({
  method: "GET",
  path: "/realm/emoji",
  heading: "protocol reference 7.8",
  does: "lists the realm's own emoji, those that are gone included",
  parameters: {},
  answer: z.looseObject({ emoji: z.record(z.string(), realmEmoji) }),
});

export const uploadEmoji = endpoint({
  method: "POST",
  path: "/realm/emoji/{emoji_name}",
  heading: "protocol reference 7.8",
  does: "adds an emoji from a picture file",
  upload: true,
  parameters: {},
  answer: z.looseObject({}),
  errors: [
    noPicture,
    { ...refused, when: "no file", text: "You must upload exactly one file." },
    {
      ...refused,
      when: "name with other letters",
      text: "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    },
    {
      ...refused,
      when: "name of a common emoji, and not an administrator",
      text: "Only administrators can override default emoji.",
    },
    fileTooLarge,
    notAllowed,
    { ...refused, when: "name taken", text: "A custom emoji with this name already exists." },
    noGuests,
  ],
});

export const deleteEmoji = endpoint({
  method: "DELETE",
  path: "/realm/emoji/{emoji_name}",
  heading: "protocol reference 7.8",
  does: "takes an emoji out of use",
  parameters: {},
  answer: z.looseObject({}),
  errors: [
    /** LEVEL(190): 400 before it. */
    { ...refused, when: "emoji unknown", text: "Emoji '<name>' does not exist", status: 404 },
    noGuests,
    {
      ...refused,
      when: "somebody else's",
      text: "Must be an organization administrator or emoji author",
    },
  ],
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

const pattern = {
  pattern: plain(z.string(), { says: "a regular expression with named groups" }),
  url_template: plain(z.string(), { says: "a URL with the groups' names in braces" }),
};

const badPattern = {
  ...refused,
  when: "pattern broken",
  text: "Bad regular expression: <reason>",
  extra: ["errors"],
};
const badTemplate = {
  ...refused,
  when: "pattern and template name other groups",
  text: "Group '<name>' in URL template is not present in linkifier pattern.",
  extra: ["errors"],
};
const noSuchLinkifier = { ...refused, when: "unknown", text: "Linkifier not found." };

export const addLinkifier = endpoint({
  method: "POST",
  path: "/realm/filters",
  heading: "protocol reference 7.8",
  does: "has a pattern become a link; administrators only",
  since: 176,
  parameters: pattern,
  answer: z.looseObject({ id: z.int() }),
  errors: [administratorsOnly, badPattern, badTemplate],
});

export const updateLinkifier = endpoint({
  method: "PATCH",
  path: "/realm/filters/{filter_id}",
  heading: "protocol reference 7.8",
  does: "changes a pattern that becomes a link; administrators only",
  since: 176,
  parameters: pattern,
  answer: z.looseObject({}),
  errors: [administratorsOnly, badPattern, badTemplate, noSuchLinkifier],
});

export const deleteLinkifier = endpoint({
  method: "DELETE",
  path: "/realm/filters/{filter_id}",
  heading: "protocol reference 7.8",
  does: "lets a pattern be text again; administrators only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [administratorsOnly, noSuchLinkifier],
});
