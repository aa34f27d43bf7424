/** What a client changed at the realm: everything it may change, with the names by which a user knows it. */
import type { Pair } from "./happenings.ts";
import { people } from "./small-blueprint.ts";

type Thing = {
  /** Any of them identifies it. */
  readonly names: readonly string[];
  readonly state: string;
};

type Things = ReadonlyMap<string, Thing>;

/** The realm as far as Ana's client can change it, and what it hides until later, by kind and ID. */
export function thingsOf({ control, store }: Pair): Things {
  const { streams, messages, people: all, profileFields, personal } = control.server.state;
  const nameOf = (id: number | undefined) => streams.byId.get(id ?? 0)?.name ?? "direct";
  const personOf = (id: number) => all.byId.get(id)?.fullName ?? "";
  const placeOf = (id: number | undefined, topic: string) => `${nameOf(id)} › ${topic}`;
  const { unread, scheduled = [], reminders = [], mutedPeople } = personal.get(people.ana) ?? {};
  const { apiKey: key } = all.byId.get(people.ana) ?? {};
  const thing = (name: string, names: readonly string[], state: unknown): [string, Thing] => [
    name,
    { names, state: JSON.stringify(state) },
  ];
  return new Map([
    thing("key", ["Your key"], key),
    ...[...messages.byId.values()].map(({ id, content, streamId, topic, ...message }) => {
      const { reactions, submessages } = message;
      const state = { content, streamId, topic, reactions, submessages };
      return thing(`message ${id}`, [content, placeOf(streamId, topic)], state);
    }),
    ...[...(unread ?? [])].map((id) => {
      const { content = "", senderId = 0, streamId, topic = "" } = messages.byId.get(id) ?? {};
      const where = [
        placeOf(streamId, topic),
        ...["#", "◈"].map((sign) => sign + nameOf(streamId)),
        "your messages",
      ];
      return thing(`unread ${id}`, [content, personOf(senderId), ...where], true);
    }),
    ...[...streams.byId.values()].map(({ id, subscribers, spans: _, ...stream }) =>
      thing(`stream ${id}`, [stream.name], { ...stream, subscribers: [...subscribers] }),
    ),
    ...[...all.byId.values()].map(({ apiKey: _, ...person }) =>
      thing(`person ${person.id}`, [person.fullName], person),
    ),
    ...[...all.groups.values()].map((group) => thing(`group ${group.id}`, [group.name], group)),
    ...profileFields.map((field) => thing(`field ${field.id}`, [field.name], field)),
    ...scheduled.map(({ id, content, to, topic, at }) => {
      const names = [content, placeOf(Number(to), topic)];
      return thing(`scheduled ${id}`, names, { content, to, topic, at });
    }),
    ...reminders.map(({ id, messageId, at }) => {
      const { content = "", streamId, topic = "" } = messages.byId.get(messageId) ?? {};
      return thing(`reminder ${id}`, [content, placeOf(streamId, topic)], { messageId, at });
    }),
    ...[...(mutedPeople?.keys() ?? [])].map((id) => thing(`muted ${id}`, [personOf(id)], true)),
    ...[...store.getState().journal.snoozes].map(([at, { conversation }]) => {
      const { streamId, topic } = { streamId: undefined, topic: "", ...conversation };
      return thing(`snooze ${at}`, [placeOf(streamId, topic)], true);
    }),
  ]);
}

/** The keys of what differs, with the names from before, or of what is new. */
export function changesBetween(
  before: Things,
  after: Things,
): ReadonlyMap<string, readonly string[]> {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...keys].flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      return was?.state === is?.state ? [] : [[key, (was ?? is)?.names ?? []] as const];
    }),
  );
}
