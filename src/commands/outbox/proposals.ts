/** What programs propose: only a key of the user makes something of it that is sent. */
import { drawn } from "#base/look-alike.ts";
import { memoizeEach } from "#base/memoize.ts";
import { get, type Table, values } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { type RowContext, writingTo } from "#commands/lists/list.ts";
import { selectAfter } from "#commands/lists/lists.ts";
import type { MenuItem, MenuLine, MenuRow } from "#commands/menus/menu.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { inverseOf, sentenceOf } from "#journal/action.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import type { Journal, Step } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import { hasLapsed, isSuspect, type Proposal } from "#journal/proposals.ts";
import { conversationKey } from "#model/conversation.ts";
import { messageProblem, type Problem } from "#model/limits.ts";
import { sayingOf } from "#model/open-ends/saying.ts";
import { postProblem, wildcardMentionCount } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { prependDraft } from "#store/composer.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Store } from "#store/state.ts";
import { addIntents, changeIntent, changeLocal } from "#store/store.ts";

const prefix = "proposal:";

export function proposalKey({ id }: Pick<Proposal, "id">): RowKey {
  return prefix + id;
}

export function isProposalKey(key: RowKey): boolean {
  return key.startsWith(prefix);
}

/** The proposal that the row stands for, if it is one that was not dealt with. */
export function proposalOf(
  { proposals }: Pick<Journal, "proposals">,
  key: RowKey,
): Proposal | undefined {
  return isProposalKey(key) ? proposals.get(key.slice(prefix.length) as IntentId) : undefined;
}

/** What was proposed can be undone for at least so long, whatever the setting for own messages is. */
const leastSeconds = 10;
/** A text up to this is read in its row; a longer one is shown whole first. */
const atAGlance = 60;
/** Columns of a menu in a narrow terminal, its part of the rows, and those that it needs for the choices. */
const menuSize = { columns: 45, share: 0.7, choices: 5 };

/** The text that others would read, if it has one. */
export function proposedText({ action }: Pick<Proposal, "action">): string | undefined {
  return action.kind === "send" ? action.content : undefined;
}

/** `Message`, or what the action says. */
export function proposedDeed(view: Replica, { action }: Pick<Proposal, "action">): string {
  return action.kind === "send" ? "Message" : sentenceOf(view, action);
}

/** Others that look like the place, or like somebody who would get the message, as they are called. */
function lookAlikes(view: Replica, address: Address): readonly string[] {
  if (address.kind === "direct")
    return address.userIds.flatMap((id) => othersLike(view.people, id, "@"));
  return othersLike(view.streams, address.streamId, "#");
}

type Named<Id> = { readonly id: Id; readonly name: string };

const byLook = memoizeEach((all: Table<number, Named<number>>) =>
  Map.groupBy(values(all), ({ name }) => drawn(name)),
);

function othersLike<Id extends number>(
  all: Table<Id, Named<Id>>,
  id: Id,
  sign: string,
): readonly string[] {
  const entry = get(all, id);
  const alike = entry === undefined ? [] : (byLook(all).get(drawn(entry.name)) ?? []);
  return alike.filter((one) => one.id !== id).map(({ name }) => sign + name);
}

/** More are easily overlooked among the names of a conversation. */
const fewPeople = 5;

/** How many others a direct conversation has, if they are many. */
function manyIn({ ownId }: Replica, address: Address): number | undefined {
  if (address.kind !== "direct") return undefined;
  const count = address.userIds.filter((id) => id !== ownId).length;
  return count > fewPeople ? count : undefined;
}

/** Everybody and the groups whom a text notifies, as it calls them. */
function manyCalled(text: string): readonly string[] {
  const many = sayingOf(text).mentions.filter(({ kind }) => kind !== "person");
  return [...new Set(many.map(({ name }) => `@${name}`))];
}

/** Whether the row does not say all that the user has to know before. */
function needsLook(view: Replica, proposal: Proposal): boolean {
  const text = proposedText(proposal) ?? "";
  return (
    isSuspect(proposal) ||
    text.length > atAGlance ||
    text.includes("\n") ||
    lookAlikes(view, proposal.address).length > 0 ||
    manyCalled(text).length > 0 ||
    manyIn(view, proposal.address) !== undefined
  );
}

/** Why it cannot be approved now. */
function approvalProblem(view: Replica, proposal: Proposal): Problem {
  const text = proposedText(proposal);
  if (text === undefined) return undefined;
  return messageProblem(view.realm, text) ?? postProblem(view, proposal.address);
}

/** The key: approves those that can be approved without another look, and shows a single one that cannot. */
export function approveRows(context: CommandContext, rows: readonly RowKey[]): void {
  const { store } = context;
  const { journal, view } = store.getState();
  const chosen = rows.flatMap((key) => proposalOf(journal, key) ?? []);
  const [first, ...more] = chosen;
  if (first === undefined) showToast(store, "Only what a program proposes needs your approval.");
  else if (more.length === 0 && needsLook(view, first))
    openMenu(store, { kind: "proposal", id: first.id });
  else if (chosen.some((one) => needsLook(view, one))) {
    const count = chosen.filter((one) => needsLook(view, one)).length;
    const which =
      count === 1
        ? "One of them needs a look of its own: approve it alone."
        : `${count} of them need a look of their own: approve each alone.`;
    showToast(store, which, "error");
  } else {
    for (const proposal of chosen) approve(context, proposal.id);
    selectAfter(store, rows);
  }
}

/** Makes an intent of it, which can be undone for a while before it leaves. */
function approve(context: CommandContext, id: IntentId): void {
  const { store, clock, newId, keys } = context;
  const { journal, view, screen } = store.getState();
  const proposal = journal.proposals.get(id);
  if (proposal === undefined) return;
  if (hasLapsed(proposal, clock.now())) {
    drop(store, [id]);
    showToast(store, "It was proposed more than a day ago, and has lapsed.", "error");
    return;
  }
  const problem = approvalProblem(view, proposal);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const { action, address } = proposal;
  const text = proposedText(proposal);
  const seconds = Math.max(screen.preferences.undoSendSeconds ?? 0, leastSeconds);
  const draft = text && { address, text, updatedAt: clock.now() };
  const ids = [id];
  const origin = { clock, newId: () => ids.shift() ?? newId() };
  const step = {
    sentence: text === undefined ? sentenceOf(view, action) : `Send to ${titleOf(view, address)}`,
    inverse: inverseOf(view, action),
    location: text === undefined ? undefined : ({ kind: "conversation", address } as const),
    ...(draft && { drafts: new Map([[conversationKey(address) as string, draft]]) }),
  };
  store.asOneChange(() => {
    addIntents(store, origin, [action], step, seconds * 1_000);
    // Another window may approve it too, before it knows of this.
    changeIntent(store, id, (intent) => ({ ...intent, once: true }));
    drop(store, [id]);
  });
  const what = text === undefined ? "Approved, and leaves" : "Sends";
  showToast(store, withKeys(keys, `${what} in ${seconds} s|: {triage.undo} cancels it|.`));
}

function drop(store: Store, ids: readonly IntentId[]): void {
  changeLocal(store, "proposals", new Map(ids.map((id) => [id, undefined])));
}

/** What the user drops, which they can undo. */
export function dropStep(
  journal: Journal,
  proposals: readonly Pick<Proposal, "id">[],
): Step["proposals"] {
  return localStep(journal, "proposals", new Map(proposals.map(({ id }) => [id, undefined])));
}

function dropWithUndo(context: CommandContext, proposal: Proposal): void {
  const { store } = context;
  const sentence = "Dropped a proposal";
  const proposals = dropStep(store.getState().journal, [proposal]);
  addIntents(store, context, [], { sentence, inverse: [], proposals, location: undefined });
  showToast(store, sentence, "done", true);
}

/** Its text is the user's from then on: it goes into the composer of the place. */
export function editProposal(
  { store, clock }: RowContext,
  proposal: Proposal,
): ReturnType<typeof writingTo> | undefined {
  const { address, agent } = proposal;
  const text = proposedText(proposal);
  if (text === undefined) {
    showToast(store, "This has no text to edit.");
    return undefined;
  }
  prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
  drop(store, [proposal.id]);
  const said = `What ${agent} proposed is in the composer: it is yours now.`;
  return writingTo(address, [proposalKey(proposal)], said);
}

/** The same from its question, where no row is opened. */
function editFromMenu(context: CommandContext, proposal: Proposal): void {
  const opening = editProposal(context, proposal);
  if (opening === undefined) return;
  openNarrow(context.store, proposal.address);
  opening.next?.(context.store);
}

/** `a, b and 3 more` */
function shortList(names: readonly string[], most: number): string {
  const shown = names.slice(-most);
  const rest = names.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}

const shownPlaces = 4;

/** What it may carry, and where it leads, for the user to see before. */
function warnings(view: Replica, proposal: Proposal): readonly MenuLine[] {
  const { carried, strange, address } = proposal;
  const crowd =
    manyIn(view, address) ?? wildcardMentionCount(view, address, proposedText(proposal) ?? "");
  const many = manyCalled(proposedText(proposal) ?? "");
  const alike = lookAlikes(view, address);
  const sentences = [
    ...(carried.length === 0
      ? []
      : [
          `It was written after programs read ${shortList(carried, shownPlaces)}, and goes elsewhere.`,
        ]),
    ...strange.map((one) => `This address stood in nothing that was read: ${one}`),
    ...(alike.length === 0 ? [] : [`The place looks like ${shortList(alike, shownPlaces)}.`]),
    ...(many.length === 0 ? [] : [`It notifies all of ${shortList(many, shownPlaces)}.`]),
    ...(crowd === undefined ? [] : [`It notifies ${crowd} people.`]),
  ];
  return sentences.map((text) => ({ text, tone: "bad" }));
}

/** Whether a menu has room for all of it: nobody approves what they cannot see. */
function isRoomFor(lines: readonly MenuLine[], terminalRows: number): boolean {
  const rows = lines.map(({ text }) => {
    const length = typeof text === "string" ? text.length : menuSize.columns;
    return Math.max(1, Math.ceil(length / menuSize.columns));
  });
  return (
    rows.reduce((sum, one) => sum + one, 0) <= terminalRows * menuSize.share - menuSize.choices
  );
}

const tooLong = "It is too long to be shown here: edit it to see all of it.";

/** Who, what and where, after reading what. */
export const proposalMenu: MenuRow<"proposal"> = ({ state }, { id }) => {
  const { journal, view, screen } = state;
  const proposal = journal.proposals.get(id);
  if (proposal === undefined) return "It was approved or dropped meanwhile.";
  const { agent, address, read, answers } = proposal;
  const problems = warnings(view, proposal);
  const text = proposedText(proposal);
  const words = (text ?? "").split("\n").map((line): MenuLine => ({ text: line, tone: "quote" }));
  const about: readonly MenuLine[] = [
    { label: "what", text: proposedDeed(view, proposal) },
    { label: "to", text: address },
    ...(answers === undefined ? [] : [{ label: "on", text: answers }]),
    ...(read.length === 0 ? [] : [{ label: "read", text: shortList(read, shownPlaces) }]),
    ...problems,
  ];
  const isWhole = isRoomFor([...about, ...words], screen.terminal.rows);
  const lines = isWhole
    ? [...about, ...words]
    : [...about, { text: tooLong, tone: "warning" } as const];
  const locked = approvalProblem(view, proposal) ?? (isWhole ? undefined : tooLong);
  const items: readonly MenuItem[] = [
    { key: "k", title: "Decide later" },
    problems.length === 0
      ? { key: "e", title: "Approve it", locked, run: (context) => approve(context, id) }
      : // The key that asked must not confirm by being pressed twice.
        {
          key: "y",
          title: "Approve it all the same",
          take: "approve it",
          locked,
          danger: true,
          run: (context) => approve(context, id),
        },
    ...(text === undefined
      ? []
      : [
          {
            key: "E",
            title: "Edit in the composer",
            run: (context: CommandContext) => editFromMenu(context, proposal),
          },
        ]),
    { key: "D", title: "Drop it", run: (context) => dropWithUndo(context, proposal) },
  ];
  return { title: `${agent} proposes`, lines, items };
};
