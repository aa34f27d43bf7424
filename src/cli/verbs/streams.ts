/** `weir streams`: the user's streams, or with `--all` all that are visible to them. */
import { getStreams } from "#api/streams.ts";
import { values } from "#base/table.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWireStream } from "#model/from-wire.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";

export async function run(context: VerbContext): Promise<void> {
  const { state, output, invocation } = context;
  const { streams } = await state("streams");
  const defaults = new Set<StreamId>();
  const known = new Map([...values(streams)].map((stream) => [stream.id, stream]));
  const isAll = invocation.options["all"] === true;
  for (const stream of isAll ? await allStreams(context) : []) {
    if (stream.is_default === true) defaults.add(stream.stream_id);
    const { subscription } = known.get(stream.stream_id) ?? {};
    known.set(stream.stream_id, fromWireStream(stream, subscription));
  }
  const rows = [...known.values()]
    .filter(({ subscription }) => isAll || subscription !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  output.rows(rows, {
    none: "You are not subscribed to any stream; --all lists the others.",
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
      default: isAll ? defaults.has(stream.id) : null,
    }),
    cells: (stream) => [
      { text: `#${stream.name}`, token: stream.subscription?.muted ? "muted" : "strong" },
      { text: marksOf(stream).join(","), token: "dim" },
      stream.description,
    ],
  });
}

/** Includes streams that a guest may only read. */
async function allStreams({ connection }: VerbContext) {
  const answer = await getStreams(connection, { include_web_public: true, include_default: true });
  return answer.streams;
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
