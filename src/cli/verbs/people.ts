/** `weir people`: all users of the organization, or one of them. */
import { getStreamsOf, getUser, getUsers } from "#api/account.ts";
import { ApiError } from "#api/failure.ts";
import { get } from "#base/table.ts";
import { isoMoment } from "#base/time.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { foundPerson } from "#cli/finder.ts";
import { wordFor } from "#cli/form-options.ts";
import { text } from "#cli/invocation.ts";
import { partsOfTexts, textsOf, utc } from "#cli/message-output.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWirePerson } from "#model/from-wire.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { isMarkdown, profileOf, profileText } from "#model/select/people.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { User } from "#wire/user.ts";

export async function run({ state, output, invocation, connection }: VerbContext): Promise<void> {
  const { bots = false, deactivated = false } = invocation.options;
  const match = text(invocation, "match")?.toLowerCase() ?? "";
  const replica = await state("status");
  const { members } = await getUsers(connection, { client_gravatar: true });
  const rows = members
    .map((user) => fromWirePerson(user))
    .filter(({ isBot, isActive }) => isBot === bots && isActive !== deactivated)
    .filter(({ name, email, deliveryEmail = "" }) =>
      `${name} ${email} ${deliveryEmail}`.toLowerCase().includes(match),
    )
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  output.rows(rows, {
    none: "Nobody matches.",
    json: (person) => fieldsOf(replica, person),
    cells: ({ id, name, role, email, deliveryEmail }) => [
      { text: `@${name}`, token: "strong" },
      { text: wordFor("person", "role", role), token: "dim" },
      deliveryEmail ?? email,
      replica.statuses.get(id)?.text ?? "",
    ],
  });
}

function fieldsOf({ statuses }: Replica, person: Person) {
  const status = statuses.get(person.id);
  return {
    id: person.id,
    name: person.name,
    email: person.deliveryEmail ?? person.email,
    role: wordFor("person", "role", person.role),
    bot: person.isBot,
    active: person.isActive,
    ...(person.standIn && { account: person.standIn }),
    timezone: person.timezone || null,
    status: status?.text || null,
    status_emoji: status?.emojiName || null,
  };
}

/** Fetched from the server, so that the result is current. */
export async function show(context: VerbContext): Promise<void> {
  const { state, args, output } = context;
  const replica = await state("people", "status", "fields", "streams", ...partsOfTexts(context));
  const drawn = textsOf(context, replica);
  const user = await userNamed(context, replica, (args[0] ?? "").trim());
  const person = fromWirePerson(user);
  const profile = profileOf(replica, person).map(({ field, value }) => {
    const content = profileText(replica, field, value);
    return [field.name, isMarkdown(field) ? drawn({ content }) : content] as const;
  });
  const joined = user.date_joined === undefined ? undefined : isoMoment(user.date_joined);
  const fields = {
    ...fieldsOf(replica, person),
    billing_admin: user.is_billing_admin ?? null,
    joined: joined === undefined ? null : utc(joined),
    streams: await streamsOf(context, replica, person),
    profile: Object.fromEntries(profile),
  };
  if (output.fields !== undefined) return output.json(fields);
  const { profile: _, ...own } = fields;
  const entries = Object.entries(own).filter(([, value]) => value !== null);
  const rows = [
    ...entries.map(([name, value]) => [name.replace("_", " "), value] as const),
    ...profile,
  ];
  output.rows(rows, {
    json: () => fields,
    cells: ([name, value]) => [{ text: name, token: "dim" }, words(value)],
  });
}

/** Null if the server does not say. LEVEL(440) LEVEL(458) */
async function streamsOf(
  { connection }: VerbContext,
  { streams }: Replica,
  { id, isBot, isActive }: Person,
): Promise<readonly string[] | null> {
  const first = isBot ? since.streamsOfBots : since.streamsOfPeople;
  if (connection.level() < first || !isActive) return null;
  const { subscribed_channel_ids: ids } = await getStreamsOf(connection, { user_id: id });
  return ids.flatMap((one) => get(streams, one)?.name ?? []);
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map((name) => `#${name}`).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

const address = /^[^\s@]+@[^\s@]+$/;

async function userNamed(
  { connection }: VerbContext,
  replica: Replica,
  typed: string,
): Promise<User> {
  const view = { client_gravatar: true, include_custom_profile_fields: true };
  if (address.test(typed)) {
    try {
      return (await getUser(connection, { email: typed }, view)).user;
    } catch (error) {
      // Nobody has it: said as for a name below.
      if (!(error instanceof ApiError && error.failure.kind === "refused")) throw error;
    }
  }
  const id = wholeNumberIn(typed) ?? foundPerson(replica, typed).id;
  return (await getUser(connection, { user_id: id as UserId }, view)).user;
}
