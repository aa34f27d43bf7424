/** Routes for drafts, which a user's clients share. */
import { visibleStream } from "#realm/actions/access.ts";
import { personById, requireActive } from "#realm/actions/addressee.ts";
import { Refusal } from "#realm/failures.ts";
import { cutTopic, missing, normalContent } from "#realm/parameters.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Draft } from "#realm/state/personal.ts";
import { othersOf, personalOf } from "#realm/state/state.ts";
import * as wire from "#wire/endpoints/drafts.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const draftRoutes = [
  route(wire.createDrafts, create, { mayLack: ["drafts"] }),
  action(wire.editDraft, edit),
  action(wire.deleteDraft, remove),
  route(wire.getDrafts, ({ server, person }) => {
    requireSynchronized(server, person);
    const { drafts } = personalOf(server.state, person.id);
    const byTime = drafts.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id);
    return { count: byTime.length, drafts: byTime };
  }),
];

type Editing = RouteRequest<typeof wire.editDraft.parameters>;
type DraftValues = Editing["values"]["draft"];

function requireSynchronized(server: Server, person: Person): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "enable_drafts_synchronization") === true) return;
  throw new Refusal("User has disabled synchronizing drafts.");
}

function read(server: Server, person: Person, written: DraftValues): Omit<Draft, "id"> {
  const content = normalContent(written.content.trim());
  if ("id" in written) throw new Refusal('Argument "id" is unexpected');
  const timestamp = Math.floor(written.timestamp ?? now(server));
  return { ...addressee(server, person, written), content, timestamp };
}

function addressee(server: Server, person: Person, { type, to, topic }: DraftValues) {
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

/** Returns the new IDs in order; if one draft is refused, none is stored. */
function create({ server, person, values }: RouteRequest<typeof wire.createDrafts.parameters>) {
  const written: readonly DraftValues[] | undefined = values.drafts;
  // Optional in the document, required by newer servers.
  if (written === undefined && server.level > documentLevel) throw missing("drafts");
  requireSynchronized(server, person);
  const first = server.state.newest.draft + 1;
  const drafts = (written ?? []).map((one, index) => ({
    id: first + index,
    ...read(server, person, one),
  }));
  if (drafts.length > 0) {
    commit(server, { kind: "drafts saved", userId: person.id, drafts });
    announceTo(server, person.id, "drafts", { op: "add", drafts });
  }
  return { ids: drafts.map(({ id }) => id) };
}

function requireOwn({ server, person, id }: Omit<RouteRequest, "values">): void {
  requireSynchronized(server, person);
  if (personalOf(server.state, person.id).drafts.some((draft) => draft.id === id)) return;
  throw new Refusal("Draft does not exist", { status: 404 });
}

function edit(request: Editing): void {
  const { server, person, id, values } = request;
  requireOwn(request);
  const draft = { id, ...read(server, person, values.draft) };
  commit(server, { kind: "drafts saved", userId: person.id, drafts: [draft] });
  announceTo(server, person.id, "drafts", { op: "update", draft });
}

function remove(request: RouteRequest): void {
  const { server, person, id } = request;
  requireOwn(request);
  commit(server, { kind: "draft deleted", userId: person.id, draftId: id });
  announceTo(server, person.id, "drafts", { op: "remove", draft_id: id });
}
