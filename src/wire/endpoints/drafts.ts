/** Endpoints for drafts, which a user's clients share. */
import * as z from "zod";
import { draft } from "#wire/draft.ts";
import { type ErrorRow, endpoint, json } from "#wire/endpoint.ts";
import { noSuchStream, refused } from "#wire/error-rows.ts";
import { draftId } from "#wire/ids.ts";

/** An `id` is refused: the server assigns it. */
const written = draft.omit({ id: true });

const switchedOff: ErrorRow = {
  ...refused,
  when: "drafts switched off by the person's setting",
  text: "User has disabled synchronizing drafts.",
};
const noSuchDraft: ErrorRow = {
  ...refused,
  when: "unknown ID",
  text: "Draft does not exist",
  status: 404,
};
const badDraft: readonly ErrorRow[] = [
  switchedOff,
  {
    ...refused,
    when: "stream draft without exactly one stream ID",
    text: "Must specify exactly 1 channel ID for channel messages",
  },
  noSuchStream,
  { ...refused, when: "unknown user", text: "Invalid user ID <id>" },
  { ...refused, when: "null byte in the text", text: "Message must not contain null bytes" },
  { ...refused, when: "null byte in the topic", text: "Topic must not contain null bytes" },
];

export const createDrafts = endpoint({
  method: "POST",
  path: "/drafts",
  heading: "POST /drafts — create drafts",
  summary: "creates drafts",
  since: 87,
  parameters: {
    drafts: json(z.array(written), {
      description: 'such as [{"type": "stream", "to": [2], "topic": "lunch", "content": "half a"}]',
    }),
  },
  answer: z.looseObject({ ids: z.array(draftId) }),
  errors: badDraft,
});

export const editDraft = endpoint({
  method: "PATCH",
  path: "/drafts/{draft_id}",
  heading: "PATCH /drafts/{draft_id} — edit a draft",
  summary: "replaces a draft",
  since: 87,
  parameters: { draft: json(written, { description: "the whole new draft, without an id" }) },
  answer: z.looseObject({}),
  errors: [noSuchDraft, ...badDraft],
});

export const getDrafts = endpoint({
  method: "GET",
  path: "/drafts",
  heading: "protocol reference 7.5",
  summary: "lists your drafts",
  since: 87,
  parameters: {},
  answer: z.looseObject({ count: z.int(), drafts: z.array(draft) }),
  errors: [switchedOff],
});

export const deleteDraft = endpoint({
  method: "DELETE",
  path: "/drafts/{draft_id}",
  heading: "protocol reference 7.5",
  summary: "deletes a draft",
  since: 87,
  parameters: {},
  answer: z.looseObject({}),
  errors: [noSuchDraft, switchedOff],
});
