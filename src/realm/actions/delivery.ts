/** Sends due scheduled messages and reminders once a minute, and notifies authors of failures. */
import { stamp } from "#base/time.ts";
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal, Reminder, Scheduled } from "#realm/state/personal.ts";
import { scheduledView } from "#realm/views/personal.ts";
import { textAt } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { notify, readyToSend, type SendRequest, send } from "./send.ts";

const minuteMs = 60_000;

/** Messages that are overdue by more than this, after downtime, are not sent. */
const latestSeconds = 600;

/** What is due at some time. */
type Due = {
  /** UNIX seconds. */
  readonly at: number;
  readonly id: number;
  readonly deliver: () => void;
};

/** Sets a timer for the next full minute, if anything is scheduled. */
export function armDelivery(server: Server): void {
  if (server.delivery.isArmed || waiting(server).length === 0) return;
  server.delivery.isArmed = true;
  const wait = minuteMs - (server.clock.now() % minuteMs);
  server.clock.after(wait, () => {
    server.delivery.isArmed = false;
    if (server.stopped.aborted) return;
    for (const one of waiting(server)) if (one.at <= now(server)) attempt(one);
    armDelivery(server);
  });
}

function waiting(server: Server): readonly Due[] {
  const all = [...server.state.personal.values()].flatMap((personal) => {
    const person = server.state.people.byId.get(personal.userId);
    if (person === undefined) return [];
    const scheduled = personal.scheduled.filter(({ failed }) => !failed);
    return [
      ...scheduled.map((one) => dueOf(one, () => deliver(server, person, one))),
      ...personal.reminders.map((one) => dueOf(one, () => remind(server, personal, one))),
    ];
  });
  return all.sort((a, b) => a.at - b.at || a.id - b.id);
}

function dueOf({ at, id }: Pick<Due, "at" | "id">, deliver: () => void): Due {
  return { at, id, deliver };
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

/** What cannot be saved is retried in the next minute. */
function attempt({ deliver }: Due): void {
  try {
    deliver();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
  }
}

function remind(server: Server, { userId, reminders }: Personal, reminder: Reminder): void {
  const others = reminders.filter((one) => one !== reminder);
  commit(server, { kind: "reminders set", userId, reminders: others });
  tellReminders(server, userId, { op: "remove", reminder_id: reminder.id });
  notify(server, { to: userId }, reminder.content);
}

/** LEVEL(399): no events before it. */
export function tellReminders(
  server: Server,
  userId: number,
  body: Parameters<typeof announceTo>[3],
): void {
  if (server.level >= since.reminders) announceTo(server, userId, "reminders", body);
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
