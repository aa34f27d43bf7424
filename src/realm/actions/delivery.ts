/** Sends due scheduled messages once a minute, and notifies their authors of failures. */
import { stamp } from "#base/time.ts";
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Scheduled } from "#realm/state/personal.ts";
import { scheduledView } from "#realm/views/personal.ts";
import { textAt } from "#wire/error-texts.ts";
import { notify, readyToSend, type SendRequest, send } from "./send.ts";

const minuteMs = 60_000;

/** Messages that are overdue by more than this, after downtime, are not sent. */
const latestSeconds = 600;

/** Sets a timer for the next full minute, if any message is scheduled. */
export function armDelivery(server: Server): void {
  if (server.delivery.isArmed || waiting(server).length === 0) return;
  server.delivery.isArmed = true;
  const wait = minuteMs - (server.clock.now() % minuteMs);
  server.clock.after(wait, () => {
    server.delivery.isArmed = false;
    if (server.stopped.aborted) return;
    for (const [person, scheduled] of waiting(server)) {
      if (scheduled.at <= now(server)) attempt(server, person, scheduled);
    }
    armDelivery(server);
  });
}

function waiting(server: Server): readonly (readonly [Person, Scheduled])[] {
  const all = [...server.state.personal.values()].flatMap(({ userId, scheduled }) => {
    const person = server.state.people.byId.get(userId);
    if (person === undefined) return [];
    return scheduled.filter(({ failed }) => !failed).map((one) => [person, one] as const);
  });
  return all.sort(([, a], [, b]) => a.at - b.at || a.id - b.id);
}

function sendingOf({ type, to, topic, content, client, readBySender }: Scheduled): SendRequest {
  const isStream = type === "stream";
  return {
    type: isStream ? "stream" : "direct",
    to: JSON.stringify(to),
    topic: isStream ? topic : undefined,
    content,
    client,
    readBySender,
  };
}

/** A message whose state cannot be saved is retried in the next minute. */
function attempt(server: Server, person: Person, scheduled: Scheduled): void {
  try {
    deliver(server, person, scheduled);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
  }
}

function deliver(server: Server, person: Person, scheduled: Scheduled): void {
  const sending = sendingOf(scheduled);
  const obstacle = obstacleOf(server, person, scheduled, sending);
  if (obstacle !== undefined) {
    fail(server, person, scheduled, obstacle);
    return;
  }
  const { id } = scheduled;
  const gone = {
    kind: "scheduled gone",
    userId: person.id,
    scheduledId: id,
    isSent: true,
  } as const;
  send(server, person, { ...sending, along: gone });
  announceTo(server, person.id, "scheduled_messages", { op: "remove", scheduled_message_id: id });
}

/** The error why it cannot be sent; undefined if it can. */
function obstacleOf(
  server: Server,
  person: Person,
  { at }: Scheduled,
  sending: SendRequest,
): string | undefined {
  if (now(server) - at > latestSeconds) {
    return "Message could not be sent at the scheduled time.";
  }
  if (!person.isActive) return "Account is deactivated";
  try {
    readyToSend(server, person, sending);
    return undefined;
  } catch (problem) {
    if (problem instanceof Refusal) return textAt(server.level, problem.message);
    throw problem;
  }
}

function fail(server: Server, person: Person, scheduled: Scheduled, obstacle: string): void {
  const failed = { ...scheduled, failed: true };
  commit(server, { kind: "scheduled saved", userId: person.id, scheduled: failed });
  announceTo(server, person.id, "scheduled_messages", {
    op: "update",
    scheduled_message: scheduledView(server, failed),
  });
  const when = `<time:${stamp(scheduled.at * 1000)}>`;
  const content = `The message you scheduled for ${when} was not sent because of the following error:\n\n> ${obstacle}`;
  notify(server, { to: person.id }, content);
}
