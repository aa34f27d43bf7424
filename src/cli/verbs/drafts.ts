/** `weir drafts`: the drafts on the server, shared by all clients. */

import { createDrafts, deleteDraft, editDraft, type WrittenDraft } from "#api/drafts.ts";
import { counted } from "#base/counted.ts";
import { safeLine, safeText } from "#base/safe-text.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { partsOfTexts, textsOf, utc } from "#cli/message-output.ts";
import { tellCreated, tellDeleted, tellDone, wayBack } from "#cli/output.ts";
import { draftText, placeText } from "#cli/place.ts";
import { recipientFor, withIds } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { addressedTo, partsFor } from "#cli/written-place.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { requireLevel } from "#sync/delivery/effect.ts";
import type { Draft } from "#wire/draft.ts";
import type { DraftId } from "#wire/ids.ts";
import { contentOf, textWord } from "./send.ts";

export async function run(context: VerbContext): Promise<void> {
  const { state, output, say } = context;
  const replica = await state("streams", "people", "drafts", ...partsOfTexts(context));
  const lack = unsupportedReason(replica, "sharedDrafts");
  if (lack !== undefined) say(lack.sentence);
  const textOf = textsOf(context, replica);
  const drafts = [...replica.drafts.values()];
  output.rows(drafts, {
    none: "There are no drafts.",
    json: (draft) => fieldsOf(replica, draft),
    cells: (draft) => [
      draft.id ?? 0,
      { text: draftText(replica, draft) ?? "", token: "strong" },
      textOf(draft),
    ],
  });
}

export async function show({ state, output, args }: VerbContext): Promise<void> {
  const replica = await state("streams", "people", "drafts");
  const draft = draftNamed(replica, args[0] ?? "");
  if (output.fields !== undefined) output.json(fieldsOf(replica, draft));
  else output.write(`${safeText(draft.content)}\n`);
}

/** The recipient is resolved now; all of the user's clients show the draft there. */
export async function add(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const { written, words } = addressedTo(args, text(invocation, "to"));
  const replica = await state(...partsFor(written));
  requireLevel(connection.level(), "sharedDrafts");
  const conversation = await recipientFor(context, replica, written);
  const content = await contentOf(context, words);
  const draft: WrittenDraft =
    conversation.kind === "topic"
      ? { type: "stream", to: [conversation.streamId], topic: conversation.topic, content }
      : {
          type: "private",
          to: [...others(conversation.userIds, replica.ownId)],
          topic: "",
          content,
        };
  const { ids } = await createDrafts(connection, { drafts: [draft] }, { priority: "interactive" });
  const [id = null] = ids;
  const place = placeText(replica, conversation);
  const undo = wayBack(context, { verb: "drafts delete", args: [`${id}`] });
  const fields = { id, place, content, edited: null };
  tellCreated(context, id, `Saved a draft for ${place} (${id}).${undo}`, fields);
}

/** Changes the text, not the recipient. */
export async function edit(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [typed = "", ...words] = args;
  const replica = await state("streams", "people", "drafts");
  const draft = draftNamed(replica, typed);
  const { id, type, to, topic, content: old } = draft;
  const content = await contentOf(context, words);
  const options = { priority: "interactive" } as const;
  const place = draftText(replica, draft) ?? null;
  const whose = place === null ? "" : ` for ${place}`;
  if (content === old)
    return tellDone(context, `The draft ${id}${whose} says so already.`, { id, place });
  if (id !== undefined)
    await editDraft(connection, { draft_id: id, draft: { type, to, topic, content } }, options);
  const undo = wayBack(context, { verb: "drafts edit", args: [`${id}`, textWord(old)] });
  tellDone(context, `Changed the draft ${id}${whose}.${undo}`, { id, place });
}

export async function remove(context: VerbContext): Promise<void> {
  const { state, args, connection } = context;
  const replica = await state("streams", "people", "drafts");
  const { meant: drafts, absences } = withIds(replica.drafts, args, "draft");
  for (const { id } of drafts)
    if (id !== undefined)
      await deleteDraft(connection, { draft_id: id }, { priority: "interactive" });
  // weir cannot save a draft without a recipient.
  const undo = drafts.flatMap((draft) => {
    const place = draftText(replica, draft);
    return place === undefined
      ? []
      : [{ verb: "drafts add", args: [place, textWord(draft.content)] }];
  });
  const rows = drafts.map((draft) => ({
    id: draft.id,
    place: draftText(replica, draft) ?? null,
  }));
  const places = rows.map(({ place }) => place ?? "nobody").join("; ");
  const what = `${counted(drafts.length, "draft")} for ${places}`;
  tellDeleted(context, { what, absences, undo: wayBack(context, ...undo) }, ...rows);
}

function draftNamed({ drafts }: Replica, id: string): Draft {
  const draft = drafts.get(wholeNumberIn(id) as DraftId);
  if (draft !== undefined) return draft;
  throw new Exit("usage", `There is no draft ${safeLine(id)}. weir drafts lists all.`);
}

function fieldsOf(replica: Replica, draft: Draft): Readonly<Record<string, unknown>> {
  const { id, content, timestamp } = draft;
  return {
    id,
    place: draftText(replica, draft) ?? null,
    content,
    edited: timestamp === undefined ? null : utc(Math.floor(timestamp)),
  };
}
