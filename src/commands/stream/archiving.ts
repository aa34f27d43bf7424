/** The question whether to archive a stream, or to unarchive it. */
import { callProblem } from "#commands/forms/endpoint-form.ts";
import type { Question } from "#commands/menus/menu.ts";
import { channelProblem, unarchivingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { accessibleStream, streamTitle } from "#model/streams.ts";
import { call } from "#store/forms.ts";
import { archiveStream } from "#wire/endpoints/streams.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";

/** Archiving a stream that is in use, or unarchiving another. What can be undone is an action. */
export function archiveQuestion(
  view: Replica,
  { streamId }: { readonly streamId: StreamId },
): Question | undefined {
  const stream = accessibleStream(view, streamId);
  if (stream === undefined) return undefined;
  const name = streamTitle(view, streamId);
  const { featureLevel: level } = view.realm;
  const actions = [{ kind: "archiving", streamId, isArchived: !stream.isArchived }] as const;
  if (stream.isArchived)
    return {
      title: `Unarchive ${name}?`,
      lines: ["It is back in the lists of those who are in it, and can be posted to."],
      keep: "Leave it archived",
      confirm: "Unarchive the stream",
      key: "u",
      locked: unarchivingProblem(view, stream),
      actions,
      report: `Unarchived ${name}`,
    };
  const isUndone = level >= since.unarchiving;
  return {
    title: `Archive ${name}?`,
    lines: [
      level < since.archivedStreams
        ? "It disappears for everybody, and nobody can post to it any more."
        : "It leaves everybody's lists of streams. It can be read, and nobody can post to it.",
      ...(isUndone ? [] : ["This cannot be undone here."]),
    ],
    keep: "Keep the stream",
    confirm: "Archive the stream",
    key: "a",
    locked:
      callProblem(view, archiveStream, "archive streams") ??
      channelProblem(view, stream, "archive this stream"),
    ...(isUndone
      ? { actions }
      : { danger: true, calls: [call(archiveStream, { stream_id: streamId })] }),
    report: `Archived ${name}`,
  };
}
