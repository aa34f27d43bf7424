/** `weir streams create`, `update`, `add`, `remove` and `archive`. */
import { safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { carryOut } from "#cli/carry-out.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { confirmQuestion, fillForm } from "#cli/fill-form.ts";
import { type Invocation, oneOf, text, texts } from "#cli/invocation.ts";
import { groupNamed, personNamed, streamNamed } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { namesOf } from "#commands/forms/parts.ts";
import { archiveQuestion } from "#commands/forms/stream.ts";
import type { Replica } from "#model/replica.ts";
import { privacyOf } from "#model/select/streams.ts";
import type { UserId } from "#wire/ids.ts";

const policies = { anyone: 1, administrators: 2, "full-members": 3, moderators: 4 } as const;

/** The form's choice of privacy; undefined without both options. `now` is the current one. */
function privacyIn(invocation: Invocation, now: string): string | undefined {
  const history = text(invocation, "history");
  const privacy = text(invocation, "privacy");
  if (history === undefined && privacy === undefined) return undefined;
  const requested =
    privacy === undefined
      ? now.replace(/-history$/, "")
      : oneOf(invocation, "privacy", ["public", "private", "web-public"]);
  const isShared =
    history === undefined
      ? now.endsWith("-history")
      : oneOf(invocation, "history", ["shared", "protected"]) === "shared";
  if (requested !== "private" && history !== undefined && !isShared)
    throw new Exit("usage", "Only private streams can have protected history.");
  return requested === "private" && isShared ? "private-history" : requested;
}

/** The values of the form's fields; undefined for options that are absent. */
function settingsIn(invocation: Invocation, replica: Replica, now: string) {
  const posting = text(invocation, "posting");
  const removers = text(invocation, "removers");
  return {
    description: text(invocation, "description"),
    privacy: privacyIn(invocation, now),
    policy:
      posting === undefined
        ? undefined
        : `${
            policies[
              oneOf(invocation, "posting", [
                "anyone",
                "administrators",
                "full-members",
                "moderators",
              ])
            ]
          }`,
    retention: text(invocation, "retention"),
    removers: removers === undefined ? undefined : `${groupNamed(replica, removers).id}`,
  };
}

/** People and the members of groups. */
function idsOf(replica: Replica, names: readonly string[]): UserId[] {
  const ids = names.flatMap((name) =>
    name.startsWith("group:")
      ? groupNamed(replica, name.slice("group:".length)).members
      : [personNamed(replica, name).id],
  );
  return [...new Set<UserId>(ids)];
}

export async function create(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const name = (args[0] ?? "").replace(/^#/, "");
  const replica = await state("streams", "people", "groups", "rules");
  const requested = {
    ...settingsIn(invocation, replica, "public"),
    name,
    people: namesOf(replica, idsOf(replica, texts(invocation, "add"))),
    announce: `${invocation.options["announce"] === true}`,
  };
  await fillForm(context, replica, { name: "new-stream", id: 0 }, requested);
  tellDone(context, `Created #${name}.`, { name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("streams", "people", "groups", "rules");
  const stream = streamNamed(replica, args[0] ?? "");
  const requested = {
    ...settingsIn(invocation, replica, privacyOf(stream)),
    name: text(invocation, "name"),
  };
  if (Object.values(requested).every((value) => value === undefined))
    throw new Exit("usage", "Specify what to change.");
  await fillForm(context, replica, { name: "stream", id: stream.id }, requested);
  const name = requested.name ?? stream.name;
  tellDone(context, `Changed #${name}.`, { id: stream.id, name });
}

/** Others are added or removed with the form of subscribers; the user joins or leaves with the key's action. */
async function changePeople(context: VerbContext, key: "add" | "remove"): Promise<void> {
  const { args, state } = context;
  const [stream = "", ...names] = args;
  const replica = await state("streams", "people", "groups", "rules");
  const { id, name } = streamNamed(replica, stream);
  const people = idsOf(replica, names);
  if (names.length === 0)
    await carryOut(context, replica, { kind: "subscription", op: key, streamId: id });
  else {
    const requested = { [key]: namesOf(replica, people) };
    await fillForm(context, replica, { name: "stream-people", id }, requested);
  }
  const verb = key === "add" ? "Added" : "Removed";
  const way = key === "add" ? "to" : "from";
  const changed = names.length === 0 ? [replica.ownId] : people;
  tellDone(context, `${verb} ${countOf(people)} ${way} #${name}.`, {
    id,
    name,
    people: changed.map((one) => get(replica.people, one)?.name ?? `${one}`),
  });
}

export const add = (context: VerbContext) => changePeople(context, "add");
export const remove = (context: VerbContext) => changePeople(context, "remove");

function countOf({ length }: readonly UserId[]): string {
  if (length === 0) return "you";
  return length === 1 ? "1 person" : `${length} people`;
}

export async function archive(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("streams", "people");
  const { id, name } = streamNamed(replica, args[0] ?? "");
  requireYes(
    invocation,
    `#${safeLine(name)} would be archived, and nobody could post to it any more.`,
  );
  await confirmQuestion(context, replica, archiveQuestion(replica, { streamId: id }));
  tellDone(context, `Archived #${name}.`, { id, name });
}
