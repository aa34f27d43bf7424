/** What is secret in the realm of the event tests, and who may know it: the rules of access, written down once more. */
import type { Change } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import type { State } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";

/** Where a word stands that stands nowhere else. */
export type Place =
  | { readonly in: "draft" | "address"; readonly ownerId: number }
  | { readonly in: "name"; readonly streamId: number }
  | { readonly in: "message"; readonly id: number };

/** The realm as it is, and what it cannot tell of the past. */
export type Truth = {
  readonly state: State;
  /** Who was in a message's stream when it was sent, and did not lose it by a move. */
  readonly receivers: Map<number, ReadonlySet<number>>;
};

/** At the birth of the realm. */
export function truthOf(state: State): Truth {
  const truth: Truth = { state, receivers: new Map() };
  for (const { id, streamId } of state.messages.byId.values()) receive(truth, id, streamId);
  return truth;
}

function receive({ state, receivers }: Truth, id: number, streamId: number | undefined): void {
  const stream = streamId === undefined ? undefined : state.streams.byId.get(streamId);
  receivers.set(id, new Set(stream?.subscribers));
}

const words = /\b(?:sesame|vault|mail)\d+\b/g;

/** The words of `text` that tell whoever reads them something that not everybody may know. */
export function wordsIn(text: string): readonly string[] {
  return text.match(words) ?? [];
}

/** The address that only this person has. */
export function addressOf(userId: number): string {
  return `mail${userId}@small.example`;
}

function lose({ receivers }: Truth, id: number, losers: readonly number[]): void {
  const left = [...(receivers.get(id) ?? [])].filter((userId) => !losers.includes(userId));
  receivers.set(id, new Set(left));
}

/** The text that a change brings into the realm, and where it stands from then on; undefined for other changes. */
export function placed(truth: Truth, change: Change): readonly [string, Place] | undefined {
  switch (change.kind) {
    case "message sent": {
      const { id, content, streamId } = change.message;
      receive(truth, id, streamId);
      return [content, { in: "message", id }];
    }
    case "messages moved":
      for (const id of change.ids) lose(truth, id, change.lostBy);
      return undefined;
    case "message edited":
      return [change.content, { in: "message", id: change.id }];
    case "drafts saved": {
      const texts = change.drafts.map(({ content }) => content);
      return [texts.join("\n"), { in: "draft", ownerId: change.userId }];
    }
    case "scheduled saved":
      return [change.scheduled.content, { in: "draft", ownerId: change.userId }];
    case "stream saved":
      return [change.stream.name, { in: "name", streamId: change.stream.id }];
    default:
      return undefined;
  }
}

export function mayKnow(truth: Truth, person: Person, place: Place): boolean {
  const { state } = truth;
  switch (place.in) {
    case "draft":
      return place.ownerId === person.id;
    case "address":
      return place.ownerId === person.id || seesAddress(state, person, place.ownerId);
    case "name": {
      const stream = state.streams.byId.get(place.streamId);
      return stream !== undefined && (isIn(person, stream) || person.role <= 200);
    }
    case "message":
      return mayRead(truth, person, place.id);
  }
}

/** Whoever received a message has it in their own history, with the name of its stream, whatever becomes of either. */
export function hasReceived({ state, receivers }: Truth, { id }: Person, place: Place): boolean {
  if (place.in === "message") return receivers.get(place.id)?.has(id) === true;
  if (place.in !== "name") return false;
  const there = state.messages.ofStream.get(place.streamId) ?? [];
  return there.some((message) => receivers.get(message)?.has(id) === true);
}

/** The humblest role that sees an address, by its owner's choice. */
const sight: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 4: 0, 5: 300 };

function seesAddress(state: State, { role }: Person, ownerId: number): boolean {
  const choice = state.people.byId.get(ownerId)?.emailVisibility ?? 1;
  return role <= (sight[choice] ?? 0);
}

/** In it, or free to go there; nobody is either where a stream is archived. */
function isIn(person: Person, stream: Stream): boolean {
  if (stream.subscribers.has(person.id)) return true;
  return !stream.inviteOnly && (stream.isWebPublic || person.role !== 600);
}

function mayRead({ state, receivers }: Truth, person: Person, id: number): boolean {
  const message = state.messages.byId.get(id);
  if (message?.streamId === undefined) return message?.participants.includes(person.id) ?? false;
  const stream = state.streams.byId.get(message.streamId);
  if (stream === undefined || !isIn(person, stream)) return false;
  return stream.historyPublic || receivers.get(id)?.has(person.id) === true;
}
