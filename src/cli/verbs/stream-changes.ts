/** `weir streams create`, `update`, `add`, `remove` and `archive`. */
import {
  archiveStream,
  subscribePeople,
  unsubscribePeople,
  updateStream,
} from "#api/administration.ts";
import { safeLine } from "#base/safe-text.ts";
import { values } from "#base/table.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, oneOf, text, texts } from "#cli/invocation.ts";
import { groupNamed, personNamed, streamNamed } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Replica } from "#model/replica.ts";

const policies = { anyone: 1, administrators: 2, "full-members": 3, moderators: 4 } as const;

/** The settings that both creation and update take. */
function settingsIn(invocation: Invocation, replica: Replica) {
  const privacy = text(invocation, "privacy");
  const history = text(invocation, "history");
  const posting = text(invocation, "posting");
  const retention = text(invocation, "retention");
  const removers = text(invocation, "removers");
  if (privacy !== undefined) oneOf(invocation, "privacy", ["public", "private", "web-public"]);
  return {
    isPrivate: privacy === undefined ? undefined : privacy === "private",
    common: {
      ...(privacy !== undefined && { is_web_public: privacy === "web-public" }),
      ...(history !== undefined && {
        history_public_to_subscribers:
          oneOf(invocation, "history", ["shared", "protected"]) === "shared",
      }),
      ...(posting !== undefined && {
        stream_post_policy:
          policies[
            oneOf(invocation, "posting", ["anyone", "administrators", "full-members", "moderators"])
          ],
      }),
      ...(retention !== undefined && {
        message_retention_days: /^\d+$/.test(retention) ? Number(retention) : retention,
      }),
      ...(removers !== undefined && {
        can_remove_subscribers_group: groupNamed(replica, removers).id,
      }),
    },
  };
}

/** People and the members of groups. */
function idsOf(replica: Replica, names: readonly string[]): number[] {
  const ids = names.flatMap((name) =>
    name.startsWith("group:")
      ? groupNamed(replica, name.slice("group:".length)).members
      : [personNamed(replica, name).id],
  );
  return [...new Set<number>(ids)];
}

export async function create(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const name = (args[0] ?? "").replace(/^#/, "");
  const replica = await state("streams", "people", "groups");
  const { isPrivate, common } = settingsIn(invocation, replica);
  // The same call would only subscribe people to a stream that exists.
  const known = [...values(replica.streams)].find(
    (stream) => stream.name.toLowerCase() === name.toLowerCase(),
  );
  if (known !== undefined)
    throw new Exit("refused", `There is a stream #${safeLine(known.name)} already.`);
  const description = text(invocation, "description");
  const people = idsOf(replica, texts(invocation, "add"));
  await subscribePeople(connection, {
    subscriptions: [{ name, ...(description !== undefined && { description }) }],
    principals: [replica.ownId, ...people.filter((id) => id !== replica.ownId)],
    announce: invocation.options["announce"] === true,
    ...(isPrivate !== undefined && { invite_only: isPrivate }),
    ...common,
  });
  tellDone(context, `Created #${name}.`, { name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const replica = await state("streams", "people", "groups");
  const { id, name } = streamNamed(replica, args[0] ?? "");
  const { isPrivate, common } = settingsIn(invocation, replica);
  const description = text(invocation, "description");
  const newName = text(invocation, "name");
  const change = {
    ...(description !== undefined && { description }),
    ...(newName !== undefined && { new_name: newName }),
    ...(isPrivate !== undefined && { is_private: isPrivate }),
    ...common,
  };
  if (Object.keys(change).length === 0) throw new Exit("usage", "Say what to change.");
  await updateStream(connection, { stream_id: id, ...change });
  tellDone(context, `Changed #${newName ?? name}.`, { name: newName ?? name });
}

export async function add(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [stream = "", ...names] = args;
  const replica = await state("streams", "people", "groups");
  const { name } = streamNamed(replica, stream);
  const principals = idsOf(replica, names);
  await subscribePeople(connection, {
    subscriptions: [{ name }],
    ...(principals.length > 0 && { principals }),
  });
  tellDone(context, `Added ${countOf(principals)} to #${name}.`, { name });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [stream = "", ...names] = args;
  const replica = await state("streams", "people", "groups");
  const { name } = streamNamed(replica, stream);
  const principals = idsOf(replica, names);
  await unsubscribePeople(connection, {
    subscriptions: [name],
    ...(principals.length > 0 && { principals }),
  });
  tellDone(context, `Removed ${countOf(principals)} from #${name}.`, { name });
}

function countOf({ length }: readonly number[]): string {
  if (length === 0) return "you";
  return length === 1 ? "1 person" : `${length} people`;
}

export async function archive(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const { id, name } = streamNamed(await state("streams"), args[0] ?? "");
  requireYes(invocation, `#${safeLine(name)} would be archived: nobody can write there any more.`);
  await archiveStream(connection, id);
  tellDone(context, `Archived #${name}.`, { name });
}
