/**
 * Drafts that all clients of the person share: what is written here goes to the server after a pause, and what was
 * written elsewhere stands in the composer here.
 *
 * No text is written over that somebody might miss: where both sides changed, the one here goes on as a draft of its
 * own. A draft that was sent or emptied here is kept, empty, until the server has thrown its copy away. Where the
 * person's setting says that drafts are not shared, all of this rests and they stay here.
 */
import type { WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import type { Picture } from "#model/picture.ts";
import { replaceText, textOf } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { changeDraft } from "#store/store.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { DraftId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { reasonOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { create, replace, throwAway } from "./draft-requests.ts";
import { keptText, placeOf, written } from "./draft-shapes.ts";

const pauseMs = 3_000;
const retryMs = 30_000;

type Copies = Picture["drafts"];

type Desk = {
  readonly context: SyncContext;
  readonly doubt: () => void;
  /** Ends the pause before a conversation's draft leaves. */
  readonly pauses: Map<string, () => void>;
  readonly underWay: Set<string>;
  /** Texts that left and that no event has told of yet, oldest first. */
  readonly echoes: Map<DraftId, string[]>;
  /** Copies that the server was asked to throw away. */
  readonly discarded: Set<DraftId>;
};

/**
 * Watches drafts on both sides; the returned function ends it. `doubt` is called when a request found nobody: what was
 * written elsewhere has to be heard of before it is tried again.
 */
export function startSharedDrafts(context: SyncContext, doubt: () => void): () => void {
  const desk: Desk = {
    context,
    doubt,
    pauses: new Map(),
    underWay: new Set(),
    echoes: new Map(),
    discarded: new Set(),
  };
  const unsubscribe = context.store.subscribe((state, last) => {
    if (state.journal.drafts !== last.journal.drafts) notice(desk, state, last);
    if (state.picture !== last.picture) look(desk, state.picture, last.picture);
    if (state.session.connection !== last.session.connection && isReachable(context))
      for (const key of state.journal.drafts.keys()) schedule(desk, key, pauseMs);
  });
  return () => {
    unsubscribe();
    for (const cancel of desk.pauses.values()) cancel();
  };
}

function look(desk: Desk, picture: Picture, last: Picture): void {
  const isNew = picture.epoch !== last.epoch;
  if (isNew) forgetOthers(desk, picture);
  if (isNew || picture.settings !== last.settings) rest(desk, picture);
  if (isNew || picture.drafts !== last.drafts) compare(desk, isNew ? undefined : last.drafts);
}

function isShared({ epoch, realm, settings }: Picture): boolean {
  return (
    epoch > 0 &&
    realm.featureLevel >= since.sharedDrafts &&
    settings.enable_drafts_synchronization !== false
  );
}

function draftsOf({ context }: Desk): ReadonlyMap<string, Draft> {
  return context.store.getState().journal.drafts;
}

/** What stands in the composer now, as the server would keep it; the draft on disk may be older. */
function localText({ context }: Desk, key: string): string {
  const state = context.store.getState();
  return keptText(state.picture, textOf(state, key));
}

function keep({ context }: Desk, key: string, draft: Draft | undefined): void {
  changeDraft(context.store, key, draft);
}

function link(desk: Desk, key: string, draft: Draft, shared: SharedCopy | undefined): void {
  const { shared: _, ...alone } = draft;
  keep(desk, key, shared === undefined ? alone : { ...alone, shared });
}

/** Copies of another realm, which was at this address before, are none of this one's. */
function forgetOthers(desk: Desk, { realm }: Picture): void {
  for (const [key, draft] of draftsOf(desk))
    if (draft.shared?.realm !== realm.createdAt) release(desk, key, draft);
}

/** Drafts are not shared (any more): nothing is left to tell the server. */
function rest(desk: Desk, picture: Picture): void {
  if (picture.epoch === 0 || isShared(picture)) return;
  for (const [key, draft] of draftsOf(desk)) release(desk, key, draft);
}

function release(desk: Desk, key: string, draft: Draft): void {
  if (draft.text === "") keep(desk, key, undefined);
  else if (draft.shared !== undefined) link(desk, key, draft, undefined);
}

// From here to the server.

function notice(desk: Desk, { journal }: State, last: State): void {
  for (const [key, draft] of journal.drafts)
    if (draft !== last.journal.drafts.get(key)) schedule(desk, key, pauseMs);
}

function schedule(desk: Desk, key: string, waitMs: number): void {
  desk.pauses.get(key)?.();
  const start = () => {
    desk.pauses.delete(key);
    void desk.context.busy.during(push(desk, key));
  };
  desk.pauses.set(key, desk.context.clock.after(waitMs, start));
}

async function push(desk: Desk, key: string): Promise<void> {
  const { context, underWay } = desk;
  const { picture } = context.store.getState();
  const draft = draftsOf(desk).get(key);
  if (draft === undefined || !isDue(picture, draft)) return;
  if (underWay.has(key) || !isShared(picture) || !isReachable(context)) return;
  underWay.add(key);
  try {
    const shared = await carry(desk, key, draft);
    if (shared !== "refused") arrived(desk, key, draft, shared);
  } catch (error) {
    if (context.stopped.aborted) return;
    context.log.note("A draft could not be shared.", { reason: reasonOf(error) });
    // The same text would fare no better; the next one is tried again.
    if (!(error instanceof ApiError) || error.failure.kind === "refused") return;
    desk.doubt();
    schedule(desk, key, retryMs);
  } finally {
    underWay.delete(key);
  }
}

/** Whether the server has another text, or has it at another place. */
function isDue(picture: Picture, { text, shared }: Draft): boolean {
  return keptText(picture, text) !== (shared?.text ?? "") || shared?.elsewhere !== undefined;
}

/** Where the server has it now; undefined once it has none. */
async function carry(
  desk: Desk,
  key: string,
  draft: Draft,
): Promise<SharedCopy | undefined | "refused"> {
  const { picture } = desk.context.store.getState();
  if (draft.text === "") {
    if (draft.shared === undefined) return undefined;
    desk.discarded.add(draft.shared.id);
    await throwAway(desk.context, draft.shared.id);
    return undefined;
  }
  const copy = written(picture, draft);
  if (copy === undefined) return "refused";
  const id =
    (draft.shared && (await put(desk, draft.shared.id, copy))) ??
    twin(desk, key, copy.content) ??
    (await create(desk.context, copy));
  return { id, text: copy.content, realm: picture.realm.createdAt };
}

/** Undefined when it is not there any more. */
function put({ context, echoes }: Desk, id: DraftId, copy: WrittenDraft) {
  echoes.set(id, [...(echoes.get(id) ?? []), copy.content]);
  return replace(context, id, copy);
}

function arrived(desk: Desk, key: string, sent: Draft, shared: SharedCopy | undefined): void {
  const at = movedTo(desk, key, sent) ?? key;
  const now = draftsOf(desk).get(at) ?? { ...sent, text: "" };
  if (shared === undefined && now.text === "") keep(desk, at, undefined);
  else link(desk, at, now, shared && at !== key ? { ...shared, elsewhere: key } : shared);
}

/** Where the draft is that left from `key`, if its topic was moved meanwhile. */
function movedTo(desk: Desk, key: string, sent: Draft): string | undefined {
  const isSame = ({ text, updatedAt, shared }: Draft) =>
    (shared !== undefined && shared.id === sent.shared?.id) ||
    (text === sent.text && updatedAt === sent.updatedAt);
  const drafts = draftsOf(desk);
  if (drafts.has(key)) return undefined;
  return [...drafts].find(([, draft]) => isSame(draft))?.[0];
}

/** The same text in the same place, which nothing here is linked with: an answer was lost. */
function twin(desk: Desk, key: string, content: string): DraftId | undefined {
  const { picture } = desk.context.store.getState();
  const linked = linkedIds(desk);
  for (const [id, copy] of picture.drafts) {
    if (linked.has(id) || keptText(picture, copy.content) !== content) continue;
    if (placeOf(picture, copy)?.key === key) return id;
  }
  return undefined;
}

function linkedIds(desk: Desk): ReadonlySet<DraftId> {
  return new Set([...draftsOf(desk).values()].flatMap(({ shared }) => (shared ? [shared.id] : [])));
}

// From the server to here.

/** `before` are the copies that were known; undefined after a register, which tells all of them. */
function compare(desk: Desk, before: Copies | undefined): void {
  const { picture } = desk.context.store.getState();
  if (!isShared(picture)) return;
  for (const [key, draft] of draftsOf(desk)) {
    const { shared } = draft;
    if (shared === undefined) continue;
    const copy = picture.drafts.get(shared.id);
    // A copy that no event has told of yet stands in neither.
    if (before !== undefined && before.get(shared.id) === copy) continue;
    follow(desk, key, { ...draft, shared }, copy);
  }
  for (const copy of newestFirst(picture.drafts)) {
    if (copy.id !== undefined && copy !== before?.get(copy.id)) adopt(desk, copy.id, copy);
  }
}

/** The copy was changed, by us or by another client, or it is gone. */
function follow(
  desk: Desk,
  key: string,
  draft: Draft & { readonly shared: SharedCopy },
  copy: ServerDraft | undefined,
): void {
  const { picture } = desk.context.store.getState();
  const { id, text, elsewhere } = draft.shared;
  const place = copy && placeOf(picture, copy)?.key;
  const isThere = place === key || (elsewhere !== undefined && place === elsewhere);
  const told = copy && isThere ? keptText(picture, copy.content) : "";
  if (told === text) return;
  if (isEcho(desk, id, told)) {
    // The answer was lost, and what was written since was measured by an older copy.
    if (desk.echoes.get(id)?.length === 0) link(desk, key, draft, { ...draft.shared, text: told });
  } else if (localText(desk, key) !== text || desk.discarded.has(id)) {
    link(desk, key, draft, undefined);
  } else if (told === "") {
    keep(desk, key, undefined);
    replaceText(desk.context.store, key, "");
  } else {
    link(desk, key, { ...draft, text: told }, { ...draft.shared, text: told });
    replaceText(desk.context.store, key, told);
  }
}

/** An event about what this client wrote: those about older texts of its own will not come any more. */
function isEcho({ echoes }: Desk, id: DraftId, text: string): boolean {
  const awaited = echoes.get(id) ?? [];
  const at = awaited.indexOf(text);
  if (at >= 0) echoes.set(id, awaited.slice(at + 1));
  return at >= 0;
}

/** A copy that nothing here is linked with stands in its composer where that is empty. */
function adopt(desk: Desk, id: DraftId, copy: ServerDraft): void {
  const { picture } = desk.context.store.getState();
  const place = placeOf(picture, copy);
  if (place === undefined || linkedIds(desk).has(id) || desk.underWay.has(place.key)) return;
  const { key, address } = place;
  const draft = draftsOf(desk).get(key);
  if (draft?.shared !== undefined) return;
  const text = keptText(picture, copy.content);
  const local = localText(desk, key);
  if (local !== "" && local !== text) return;
  const updatedAt = (copy.timestamp ?? 0) * 1000;
  keep(desk, key, {
    address,
    updatedAt,
    ...draft,
    text,
    shared: { id, text, realm: picture.realm.createdAt },
  });
  if (local === "") replaceText(desk.context.store, key, text);
}

function newestFirst(drafts: Copies): readonly ServerDraft[] {
  return [...drafts.values()].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
