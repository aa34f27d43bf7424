/** What the realm's bot says in a stream that was made or changed. */
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { named, notify } from "./notify.ts";
import { privacyName } from "./stream-settings.ts";

function say(
  server: Server,
  stream: Stream,
  content: string,
  readBy: readonly number[] = [],
): void {
  if (stream.subscribers.size === 0) return;
  notify(server, { streamId: stream.id, topic: "channel events" }, content, readBy);
}

function quoted(text: string): string {
  return `\`\`\` quote\n${text === "" ? "*No description.*" : text}\n\`\`\``;
}

/** Whoever makes a stream has read that it is made. */
export function tellCreated(server: Server, person: Person, stream: Stream): void {
  const kind = `**${privacyName(stream)}** channel created by ${named(person)}.`;
  say(server, stream, `${kind} **Description:**\n${quoted(stream.description)}`, [person.id]);
}

const permissions: Readonly<Record<number, string>> = {
  1: "All channel members can post.",
  2: "Only organization administrators can post.",
  3: "Only organization full members can post.",
  4: "Only organization administrators and moderators can post.",
};

function isForever(retention: number | null): boolean {
  return retention === null || retention < 0;
}

function period(retention: number | null): string {
  return isForever(retention) ? "Forever" : `${retention} days`;
}

/** Who may post, in words. */
function posters({ postPolicy }: Stream): string {
  return permissions[postPolicy] ?? "";
}

type Change = { readonly before: Stream; readonly now: Stream };

/** What somebody did to a stream, in the words of its notice. */
type Notice = (name: string, change: Change) => string;

const notices = {
  access: (name, { before, now }) => {
    const change = `from **${privacyName(before)}** to **${privacyName(now)}**`;
    const what = `[access permissions](/help/channel-permissions)`;
    return `${name} changed the ${what} for this channel ${change}.`;
  },
  retention: (name, { before, now }) => {
    const what = "[message retention period](/help/message-retention-policy)";
    const [from, to] = [period(before.retention), period(now.retention)];
    const change = `* **Old retention period**: ${from}\n* **New retention period**: ${to}`;
    const follows = isForever(now.retention)
      ? "retained forever"
      : `automatically deleted ${now.retention} days after they are sent`;
    const end = `Messages in this channel will now be ${follows}.`;
    return `${name} has changed the ${what} for this channel:\n${change}\n\n${end}`;
  },
  description: (name, { before, now }) => {
    const [from, to] = [quoted(before.description), quoted(now.description)];
    const change = `* **Old description:**\n${from}\n* **New description:**\n${to}`;
    return `${name} changed the description for this channel.\n\n${change}`;
  },
  name: (name, { before, now }) => `${name} renamed channel **${before.name}** to **${now.name}**.`,
  posting: (name, { before, now }) => {
    const what = `[posting permissions](/help/channel-posting-policy)`;
    const [from, to] = [posters(before), posters(now)];
    const change = `* **Old permissions**: ${from}\n* **New permissions**: ${to}`;
    return `${name} changed the ${what} for this channel:\n\n${change}`;
  },
} satisfies Readonly<Record<string, Notice>>;

/** Says in the stream what of it was changed. */
export function tellNotice(
  server: Server,
  person: Person,
  what: keyof typeof notices,
  before: Stream,
  now: Stream,
): void {
  const text = notices[what](named(person), { before, now });
  say(server, now, text);
}
