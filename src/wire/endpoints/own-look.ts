/** Endpoints for one's own picture, and for what the service's own screens ask for. */
import { z } from "zod";
import { endpoint, plain } from "#wire/endpoint.ts";
import { fileTooLarge, noBots, noPicture, refused } from "#wire/error-rows.ts";

const fixed = {
  ...refused,
  when: "the realm keeps pictures as they are, and not an administrator",
  text: "Avatar changes are disabled in this organization.",
};
const picture = z.looseObject({ avatar_url: z.string() });

export const uploadAvatar = endpoint({
  method: "POST",
  path: "/users/me/avatar",
  heading: "protocol reference 7.9",
  does: "shows you by a picture of yours",
  upload: true,
  parameters: {},
  answer: picture,
  errors: [
    noBots,
    fixed,
    { ...refused, when: "no file, or several", text: "You must upload exactly one avatar." },
    fileTooLarge,
    noPicture,
  ],
});

export const deleteAvatar = endpoint({
  method: "DELETE",
  path: "/users/me/avatar",
  heading: "protocol reference 7.9",
  does: "shows you by a drawn picture again",
  parameters: {},
  answer: picture,
  errors: [noBots, fixed],
});

export const markStepSeen = endpoint({
  method: "POST",
  path: "/users/me/onboarding_steps",
  heading: "protocol reference 10.7",
  does: "says that you have seen one of the hints for newcomers",
  since: 233,
  parameters: { onboarding_step: plain(z.string()) },
  answer: z.looseObject({}),
  errors: [noBots, { ...refused, when: "unknown", text: "Unknown onboarding_step: <name>" }],
});

export const runCommand = endpoint({
  method: "POST",
  path: "/zcommand",
  heading: "protocol reference 8.8",
  does: "changes your theme or width by a word: /dark, /light, /fluid-width, /fixed-width",
  parameters: { command: plain(z.string()) },
  answer: z.looseObject({}),
  errors: [
    { ...refused, when: "no slash", text: "There should be a leading slash in the zcommand." },
    { ...refused, when: "unknown", text: "No such command: <command>" },
  ],
});
