/** What may happen elsewhere while a user writes, answers a question or fills in a form: the events of pair tests. */
import { systemGroup } from "#realm/state/people.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { FakeClock } from "./clock.ts";
import type { Caller } from "./realm.ts";
import { people, streams } from "./small-blueprint.ts";
import { inDeploy, type startSmall } from "./small-client.ts";

/** Ana has sent a message to `deploy`, which will be open, and scheduled another. */
export async function sentAndScheduled(as: (id: number) => Caller, clock: FakeClock) {
  const own = (await as(people.ana).say(inDeploy, "The deploy window is at 9")) as MessageId;
  await as(people.bo).say({ ...inDeploy, topic: "rollout" }, "another topic");
  const { body } = await as(people.ana).post("/scheduled_messages", {
    type: "stream",
    to: inDeploy.streamId,
    topic: inDeploy.topic,
    content: "Tomorrow: salaries.",
    scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + 86_400,
  });
  return { own, scheduled: body["scheduled_message_id"] as ScheduledId };
}

/** Ana's client after that. */
export type Pair = Awaited<
  ReturnType<typeof startSmall<Awaited<ReturnType<typeof sentAndScheduled>>>>
>;

export type Happening = (pair: Pair) => unknown;

const moving =
  (topic: string, mode = "change_all", by: (pair: Pair) => Caller = ({ bo }) => bo): Happening =>
  (pair) =>
    by(pair).patch(`/messages/${pair.own}`, { topic, propagate_mode: mode });

const settingOf =
  (change: object): Happening =>
  ({ cleo }) =>
    cleo.patch(`/streams/${streams.dev}`, { ...change });

async function newestDraft({ ana }: Pair): Promise<{ id: number; content: string } | undefined> {
  const { body } = await ana.get("/drafts");
  return (body["drafts"] as { id: number; content: string }[]).at(-1);
}

/** By name; each is an action of somebody else, or of the same user in another client. */
export const happenings: Readonly<Record<string, Happening>> = {
  "the message deleted": async ({ cleo, ana, own, scheduled }) => {
    await cleo.delete(`/messages/${own}`);
    await ana.delete(`/scheduled_messages/${scheduled}`);
  },
  "the message moved alone": moving("elsewhere", "change_one"),
  "the topic moved": moving("launch"),
  "the topic resolved": moving("✔ deploy"),
  "the topic moved onto another": moving("rollout"),
  "the stream renamed": settingOf({ new_name: "platform" }),
  "the stream archived": ({ cleo }) => cleo.delete(`/streams/${streams.dev}`),
  "the stream made private": settingOf({ is_private: true }),
  unsubscribed: ({ control }) => control.unsubscribe({ userId: people.ana, streamId: streams.dev }),
  "the policy changed": (pair) => {
    const administrators = systemGroup(pair.control.server.state.people, "role:administrators");
    return settingOf({ can_send_message_group: { new: administrators } })(pair);
  },
  "the person deactivated": ({ cleo }) => cleo.delete(`/users/${people.bo}`),
  "the person renamed": ({ cleo }) =>
    cleo.patch(`/users/${people.bo}`, { full_name: "Bo Renamed" }),
  "edited elsewhere": async ({ ana, own, scheduled }) => {
    await ana.patch(`/messages/${own}`, { content: "The deploy window is at 8" });
    await ana.patch(`/scheduled_messages/${scheduled}`, { content: "Monday: salaries." });
  },
  "the draft edited elsewhere": async (pair) => {
    const draft = await newestDraft(pair);
    if (draft === undefined) return;
    const { id, ...rest } = draft;
    const content = `${draft.content} from the other client`;
    await pair.ana.patch(`/drafts/${id}`, { draft: { ...rest, content } });
  },
  "the draft deleted elsewhere": async (pair) => {
    const draft = await newestDraft(pair);
    if (draft !== undefined) await pair.ana.delete(`/drafts/${draft.id}`);
  },
  "the queue lost": ({ control }) => control.expireQueues(people.ana),
  "the account signed out": ({ control, client }) => {
    const person = control.server.state.people.byId.get(people.ana) as { apiKey: string };
    person.apiKey = "x".repeat(32);
    client.session.poke();
  },
};
