/** What is secret in the realm of the event tests, and who may know it: the rules of access, written down once more. */
import type { Change } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import type { State } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";

/** Where a word stands that stands nowhere else. */
export type Place =
  | { readonly in: "draft" | "address"; readonly ownerId: number }
  | { readonly in: "name"; readonly streamId: number }
  | {
      readonly in: "message";
      readonly id: number;
      /** Who was in its stream when it was sent. */
      readonly receivers: ReadonlySet<number>;
    };

const words = /\b(?:sesame|vault|mail)\d+\b/g;

/** The words of `text` that tell whoever reads them something that not everybody may know. */
export function wordsIn(text: string): readonly string[] {
  return text.match(words) ?? [];
}

/** The address that only this person has. */
export function addressOf(userId: number): string {
  return `mail${userId}@small.example`;
}

/** The text that a change brings into the realm, and where it stands from then on; undefined for other changes. */
export function placed(state: State, change: Change): readonly [string, Place] | undefined {
  switch (change.kind) {
    case "message sent": {
      const { id, content, streamId } = change.message;
      const stream = streamId === undefined ? undefined : state.streams.byId.get(streamId);
      return [content, { in: "message", id, receivers: new Set(stream?.subscribers) }];
    }
    case "message edited":
      return [change.content, { in: "message", id: change.id, receivers: new Set() }];
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

export function mayKnow(state: State, person: Person, place: Place): boolean {
  switch (place.in) {
    case "draft":
      return place.ownerId === person.id;
    case "address":
      return place.ownerId === person.id || seesAddress(state, person, place.ownerId);
    case "name": {
      const stream = state.streams.byId.get(place.streamId);
      if (stream === undefined || stream.isArchived) return false;
      return isIn(person, stream) || person.role <= 200;
    }
    case "message":
      return mayRead(state, person, place);
  }
}

/** The humblest role that sees an address, by its owner's choice. */
const sight: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 4: 0, 5: 300 };

function seesAddress(state: State, { role }: Person, ownerId: number): boolean {
  const choice = state.people.byId.get(ownerId)?.emailVisibility ?? 1;
  return role <= (sight[choice] ?? 0);
}

/** In it, or free to go there. */
function isIn(person: Person, stream: Stream): boolean {
  if (stream.isArchived) return false;
  if (stream.subscribers.has(person.id)) return true;
  return !stream.inviteOnly && (stream.isWebPublic || person.role !== 600);
}

function mayRead(
  { messages, streams }: State,
  person: Person,
  { id, receivers }: Extract<Place, { readonly in: "message" }>,
): boolean {
  const message = messages.byId.get(id);
  if (message?.streamId === undefined) return message?.participants.includes(person.id) ?? false;
  const stream = streams.byId.get(message.streamId);
  if (stream === undefined || !isIn(person, stream)) return false;
  return stream.historyPublic || receivers.has(person.id);
}
