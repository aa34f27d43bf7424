/** Drafts: what a person has begun to write, for all their clients. */
import { Refusal } from "#realm/failures.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Draft } from "#realm/state/personal.ts";
import { othersOf, personalOf } from "#realm/state/state.ts";
import { visibleStream } from "./access.ts";
import { personById, requireActive } from "./addressee.ts";
import { cutTopic, normalContent } from "./text.ts";

/** A draft as it came. */
export type WrittenDraft = {
  readonly type: Draft["type"];
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp?: number | null | undefined;
};

export function requireSynchronized(server: Server, person: Person): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "enable_drafts_synchronization") === true) return;
  throw new Refusal("User has disabled synchronizing drafts.");
}

function read(server: Server, person: Person, written: WrittenDraft): Omit<Draft, "id"> {
  const content = normalContent(written.content.trim());
  if ("id" in written) throw new Refusal('Argument "id" is unexpected');
  const timestamp = Math.floor(written.timestamp ?? now(server));
  return { ...addressee(server, person, written), content, timestamp };
}

function addressee(server: Server, person: Person, { type, to, topic }: WrittenDraft) {
  if (type === "stream") {
    if (topic.includes("\0")) throw new Refusal("Topic must not contain null bytes");
    const [streamId, ...more] = to;
    if (streamId === undefined || more.length > 0) {
      throw new Refusal("Must specify exactly 1 channel ID for channel messages");
    }
    visibleStream(server, person, streamId);
    return { type, to: [streamId], topic: cutTopic(topic) };
  }
  if (type === "" || to.length === 0) return { type: "" as const, to: [], topic: "" };
  const ids = [...new Set(to)];
  requireActive(
    server,
    ids.map((id) => personById(server, id)),
  );
  return { type, to: othersOf(ids, person.id), topic: "" };
}

/** Gives the new IDs, in the order of the drafts; none is kept when one is refused. */
export function createDrafts(
  server: Server,
  person: Person,
  written: readonly WrittenDraft[],
): readonly number[] {
  requireSynchronized(server, person);
  const first = server.state.newest.draft + 1;
  const drafts = written.map((one, index) => ({
    id: first + index,
    ...read(server, person, one),
  }));
  if (drafts.length === 0) return [];
  commit(server, { kind: "drafts saved", userId: person.id, drafts });
  announceTo(server, person.id, "drafts", { op: "add", drafts });
  return drafts.map(({ id }) => id);
}

function requireOwn(server: Server, person: Person, id: number): void {
  if (personalOf(server.state, person.id).drafts.some((draft) => draft.id === id)) return;
  throw new Refusal("Draft does not exist", { status: 404 });
}

export function editDraft(server: Server, person: Person, id: number, written: WrittenDraft): void {
  requireSynchronized(server, person);
  requireOwn(server, person, id);
  const draft = { id, ...read(server, person, written) };
  commit(server, { kind: "drafts saved", userId: person.id, drafts: [draft] });
  announceTo(server, person.id, "drafts", { op: "update", draft });
}

export function deleteDraft(server: Server, person: Person, id: number): void {
  requireSynchronized(server, person);
  requireOwn(server, person, id);
  commit(server, { kind: "draft deleted", userId: person.id, draftId: id });
  announceTo(server, person.id, "drafts", { op: "remove", draft_id: id });
}
