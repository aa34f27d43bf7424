/** `weir streams`: the streams that one may see. */
import { values } from "#base/table.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Stream } from "#model/stream.ts";

export async function run({ state, output, invocation, say }: VerbContext): Promise<void> {
  const replica = await state("streams");
  const isAll = invocation.options["all"] === true;
  const rows = [...values(replica.streams)]
    .filter(({ subscription }) => isAll || subscription !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  if (rows.length === 0 && output.isTerminal) say("You are in no stream; --all lists the others.");
  output.rows(rows, {
    json: (stream) => ({
      id: stream.id,
      name: stream.name,
      description: stream.description,
      subscribed: stream.subscription !== undefined,
      private: stream.isPrivate,
      web_public: stream.isWebPublic,
      history_public: stream.historyPublic,
      post_policy: stream.postPolicy,
      retention_days: stream.retentionDays,
      muted: stream.subscription?.muted ?? null,
      pinned: stream.subscription?.pinned ?? null,
      color: stream.subscription?.colour ?? null,
    }),
    cells: (stream) => [
      { text: `#${stream.name}`, token: stream.subscription?.muted ? "muted" : "strong" },
      { text: marksOf(stream).join(","), token: "dim" },
      stream.description,
    ],
  });
}

function marksOf({ isPrivate, isWebPublic, subscription }: Stream): readonly string[] {
  return [
    ...(isPrivate ? ["private"] : []),
    ...(isWebPublic ? ["web-public"] : []),
    ...(subscription === undefined ? ["not subscribed"] : []),
    ...(subscription?.muted ? ["muted"] : []),
    ...(subscription?.pinned ? ["pinned"] : []),
  ];
}
