/** What the realm's bot says in a stream that was made or changed. */
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { named, notify } from "./notify.ts";
import { privacyName } from "./stream-settings.ts";

const topic = "channel events";

/** LEVEL(255): the topic, too, said "stream" before it. */
function say(server: Server, stream: Stream, content: string): void {
  if (stream.subscribers.size === 0) return;
  const place = server.level < 255 ? "stream events" : topic;
  notify(server, { streamId: stream.id, topic: place }, content);
}

function quoted(text: string): string {
  return `\`\`\` quote\n${text === "" ? "*No description.*" : text}\n\`\`\``;
}

export function tellCreated(server: Server, person: Person, stream: Stream): void {
  const kind = `**${privacyName(stream)}** channel created by ${named(person)}.`;
  say(server, stream, `${kind} **Description:**\n${quoted(stream.description)}`);
}

const permissions: Readonly<Record<number, string>> = {
  1: "All channel members can post.",
  2: "Only organization administrators can post.",
  3: "Only organization full members can post.",
  4: "Only organization administrators and moderators can post.",
};

function period(retention: number | null): string {
  return retention === null || retention < 0 ? "Forever" : `${retention} days`;
}

/** One notice for each thing that changed. */
export function tellStreamNotices(
  server: Server,
  person: Person,
  before: Stream,
  now: Stream,
): void {
  const name = named(person);
  const changed = `${name} changed the`;
  const access = "[access permissions](/help/channel-permissions)";
  const posting = "[posting permissions](/help/channel-posting-policy)";
  const retention = "[message retention period](/help/message-retention-policy)";
  if (privacyName(before) !== privacyName(now)) {
    const change = `from **${privacyName(before)}** to **${privacyName(now)}**`;
    say(server, now, `${changed} ${access} for this channel ${change}.`);
  }
  if (before.retention !== now.retention) {
    const [from, to] = [period(before.retention), period(now.retention)];
    const change = `* **Old retention period**: ${from}\n* **New retention period**: ${to}`;
    say(server, now, `${name} has changed the ${retention} for this channel:\n${change}`);
  }
  if (before.description !== now.description) {
    const change = `* **Old description:**\n${quoted(before.description)}\n* **New description:**\n${quoted(now.description)}`;
    say(server, now, `${changed} description for this channel.\n\n${change}`);
  }
  if (before.name !== now.name) {
    say(server, now, `${name} renamed channel **${before.name}** to **${now.name}**.`);
  }
  if (before.postPolicy !== now.postPolicy) {
    const [from, to] = [permissions[before.postPolicy], permissions[now.postPolicy]];
    const change = `* **Old permissions**: ${from}\n* **New permissions**: ${to}`;
    say(server, now, `${changed} ${posting} for this channel:\n\n${change}`);
  }
}
