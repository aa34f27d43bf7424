/**
 * `weir streams`: the user's streams, with `--all` all that are visible to them, or the archived ones; `add`, `remove`,
 * `archive`, `unarchive` and `address`.
 */
import { getSubscriptions } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { getStreamAddress, getStreams } from "#api/streams.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { confirmQuestion, fillForm, requireYes } from "#cli/fill-form.ts";
import { peopleIn } from "#cli/form-options.ts";
import { printListing } from "#cli/listing.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { wholeNamed } from "#cli/place.ts";
import { streamFor } from "#cli/resolver.ts";
import { type AllStreams, streamListing } from "#cli/stream-listing.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { namesOf } from "#commands/forms/names.ts";
import { archiveQuestion } from "#commands/stream/archiving.ts";
import { fromWireStream } from "#model/from-wire.ts";
import { isAdministrator, rejoinProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { archivedStreams, outOfReachSentence, streamTitle } from "#model/streams.ts";
import { alreadyIn, thoseAre, untoldIn } from "#sync/asks/refusal.ts";
import type { AnswerOf } from "#wire/endpoint.ts";
import type { unsubscribe } from "#wire/endpoints/streams.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { holdsAt, since } from "#wire/levels.ts";

export async function run(context: VerbContext): Promise<void> {
  const { invocation, output } = context;
  // Those who may post are a group, whose ID alone says little.
  const isGroupNamed = output.fields?.includes("post_policy") === true;
  const replica = await context.state("streams", ...(isGroupNamed ? (["groups"] as const) : []));
  const { archived, all } = invocation.options;
  const kind = archived === true ? "archived" : "all";
  const others =
    archived === true || all === true ? await allStreams(context, replica, kind) : undefined;
  printListing(context, streamListing(replica, others));
}

/** LEVEL(226): before it, addresses are told with the subscriptions. */
export async function address(context: VerbContext): Promise<void> {
  const { args, connection, output, state } = context;
  const replica = await state("streams");
  const { id, name } = await streamFor(context, replica, args[0] ?? "");
  const isOlder = holdsAt(connection.level(), "streamAddresses");
  const email = isOlder
    ? await subscribedAddress(connection, id)
    : (await getStreamAddress(connection, { stream_id: id })).email;
  if (email === undefined)
    throw new Exit(
      "refused",
      safeLine(`This server tells no address of #${name}, unless you are in it.`),
    );
  output.rows([{ id, name, email }], { json: (row) => row, cells: () => [email] });
}

async function subscribedAddress(connection: Connection, id: StreamId) {
  const { subscriptions } = await getSubscriptions(connection, {});
  return subscriptions.find((one) => one.stream_id === id)?.email_address;
}

/** Includes streams that a guest may only read. */
async function allStreams(
  { connection }: VerbContext,
  replica: Replica,
  kind: AllStreams["kind"],
): Promise<AllStreams> {
  const isArchived = kind === "archived";
  const answer = await getStreams(connection, {
    include_web_public: true,
    include_default: true,
    // Those whose messages the user may not read, too. LEVEL(356): for administrators before it, if they ask.
    include_all: true,
    ...(isArchived && { exclude_archived: false }),
  });
  const defaults = new Set<StreamId>();
  const replicaStreams = isArchived ? archivedStreams(replica) : values(replica.streams);
  const subscriptions = new Map([...replicaStreams].map((stream) => [stream.id, stream]));
  for (const stream of answer.streams) {
    if ((stream.is_archived ?? false) !== isArchived) continue;
    if (stream.is_default === true) defaults.add(stream.stream_id);
    const { subscription } = subscriptions.get(stream.stream_id) ?? {};
    subscriptions.set(stream.stream_id, fromWireStream(stream, subscription));
  }
  return { kind, streams: subscriptions.values(), defaults };
}

/** Others are added or removed with the form of subscribers; the user joins or leaves with the key's action. */
async function changePeople(context: VerbContext, key: "add" | "remove"): Promise<void> {
  const { args, state } = context;
  const [stream = "", ...names] = args;
  const replica = await state("streams", "people", "groups", "rules");
  const target = await streamFor(context, replica, stream);
  const { id } = target;
  const people = peopleIn(replica, names);
  const isOwn = names.length === 0;
  if (isOwn && target.isArchived)
    throw new Exit("refused", safeLine(outOfReachSentence(replica, id)));
  const gone = key === "remove" && isOwn ? leavingProblem(replica, id) : undefined;
  if (gone !== undefined) requireYes(context.invocation, gone);
  const unchanged = isOwn
    ? await changeOwn(context, replica, target, key)
    : await changeOthers(context, replica, { id, key, people });
  const wanted = isOwn ? [replica.ownId] : people;
  const isUndone = gone === undefined;
  tellPeople(context, replica, { ...unchanged, target, key, wanted, isOwn, isUndone });
}

type PeopleChange = Unchanged & {
  readonly target: Stream;
  readonly key: "add" | "remove";
  readonly wanted: readonly UserId[];
  /** The user alone, whom nobody named. */
  readonly isOwn: boolean;
  readonly isUndone: boolean;
};

function tellPeople(context: VerbContext, replica: Replica, change: PeopleChange): void {
  const { target, key, wanted, isOwn, isUndone, same, untold = [] } = change;
  const { id, name } = target;
  const changed = wanted.filter((one) => !same.includes(one));
  const inverse = key === "add" ? "remove" : "add";
  const others = isOwn ? [] : changed.map((one) => `${one}`);
  const command = { verb: `streams ${inverse}`, args: [`#${name}`, ...others] };
  const undo = isUndone && changed.length > 0 ? wayBack(context, command) : "";
  const title = streamTitle(replica, id);
  const shown = changed.map((one) => get(replica.people, one)?.name ?? `${one}`);
  const whom = isOwn ? "you" : shown.map((one) => `@${one}`).join(", ");
  const [done, where] =
    key === "add"
      ? [`Added ${whom} to ${title}.`, `in ${title} already`]
      : [`Removed ${whom} from ${title}.`, `not in ${title}`];
  const sentences = [
    ...(changed.length > 0 ? [done] : []),
    ...(same.length > 0 ? [`${isOwn ? "You are" : thoseAre(replica, same)} ${where}.`] : []),
    ...untold,
  ];
  tellDone(context, `${sentences.join(" ")}${undo}`, { id, name, people: shown });
}

type Unchanged = {
  /** Who was in it, or not in it, already. */
  readonly same: readonly UserId[];
  /** That those who were added were not told. */
  readonly untold?: readonly string[];
};

/** If it was so already, the user is the only one of the list. */
async function changeOwn(
  context: VerbContext,
  replica: Replica,
  { id, subscription }: Stream,
  op: "add" | "remove",
): Promise<Unchanged> {
  if ((op === "add") === (subscription !== undefined)) return { same: [replica.ownId] };
  await carryOut(context, replica, { kind: "subscription", op, streamId: id });
  return { same: [] };
}

/** What the server says. */
async function changeOthers(
  context: VerbContext,
  replica: Replica,
  { id, key, people }: { id: StreamId; key: "add" | "remove"; people: readonly UserId[] },
): Promise<Unchanged> {
  const isQuiet = context.invocation.options["notify"] === false;
  const quietly = key === "add" && isQuiet ? { notify: "false" } : {};
  const requested = { [key]: namesOf(replica, people), ...quietly };
  const ref = { name: "stream-people", id } as const;
  const { answers } = await fillForm(context, replica, ref, requested);
  if (key === "remove") return { same: answers.every(isWithout) ? people : [] };
  const already = answers.flatMap((answer) => alreadyIn(replica, answer));
  return {
    same: people.filter((one) => already.includes(one)),
    untold: answers.flatMap((answer) => untoldIn(answer, !isQuiet)),
  };
}

/** Whether nobody was removed, because nobody was in the stream. */
function isWithout(answer: unknown): boolean {
  const { removed, not_removed: absent } = answer as AnswerOf<typeof unsubscribe>;
  return absent.length > 0 && removed.length === 0;
}

/** Undefined if the user is not there, or can come back. */
function leavingProblem(replica: Replica, id: StreamId): string | undefined {
  const stream = get(replica.streams, id);
  const problem = stream?.subscription && rejoinProblem(replica, stream);
  return problem && `You would leave ${safeLine(streamTitle(replica, id))}. ${problem}`;
}

export const add = (context: VerbContext) => changePeople(context, "add");
export const remove = (context: VerbContext) => changePeople(context, "remove");

export async function archive(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("streams", "people", "groups", "rules");
  const [typed = ""] = args;
  const { id, name, isArchived } =
    (await hiddenArchived(context, replica, typed)) ?? (await streamFor(context, replica, typed));
  if (isArchived) return tellDone(context, `#${name} is archived already.`, { id, name });
  requireYes(
    invocation,
    `#${safeLine(name)} would be archived, and nobody could post to it any more.`,
  );
  await confirmQuestion(context, replica, archiveQuestion(replica, { streamId: id }));
  const isUndone = replica.realm.featureLevel >= since.unarchiving;
  const undo = isUndone ? wayBack(context, { verb: "streams unarchive", args: [`#${name}`] }) : "";
  tellDone(context, `Archived #${name}.${undo}`, { id, name });
}

/**
 * LEVEL(315): before it, archived streams are not listed: one that an administrator had seen, and that is not among all
 * streams, is one of them.
 */
async function hiddenArchived(context: VerbContext, replica: Replica, typed: string) {
  const { connection, goneStreams } = context;
  if (connection.level() >= since.archivedStreams || !isAdministrator(replica)) return undefined;
  const name = typed.replace(/^#\s*/, "").trim();
  const [stream, another] = wholeNamed(name, await goneStreams());
  if (stream === undefined || another !== undefined) return undefined;
  if (wholeNamed(name, [...values(replica.streams)]).length > 0) return undefined;
  const { streams } = await getStreams(connection, { include_all_active: true });
  const isThere = streams.some(({ stream_id: id }) => id === stream.id);
  return isThere ? undefined : { ...stream, id: stream.id as StreamId, isArchived: true };
}

export async function unarchive(context: VerbContext): Promise<void> {
  const { args, state } = context;
  const replica = await state("streams", "people", "groups", "rules");
  const { id, name, isArchived } = await streamFor(context, replica, args[0] ?? "");
  if (!isArchived) return tellDone(context, `#${name} is not archived.`, { id, name });
  await confirmQuestion(context, replica, archiveQuestion(replica, { streamId: id }));
  const undo = wayBack(context, {
    verb: "streams archive",
    args: [`#${name}`],
    options: ["--yes"],
  });
  tellDone(context, `Unarchived #${name}.${undo}`, { id, name });
}
