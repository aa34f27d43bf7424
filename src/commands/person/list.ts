/** The list of users by name, and what can be done with them: their card, their settings, muting, deactivating. */
import { titleOfAll } from "#base/counted.ts";
import { memoizeEach, memoizeLast } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { isTimeZone } from "#base/time.ts";
import type { CommandContext } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { prepareParts } from "#commands/fuzzy.ts";
import {
  type Filter,
  type ListDefinition,
  narrowed,
  type RowContext,
  removeOne,
  searchable,
} from "#commands/lists/list.ts";
import {
  glyph,
  type Part,
  personKey,
  personOfKey,
  type Row,
  type RowFacts,
  type RowTime,
  shrinking,
  text,
  titles,
} from "#commands/lists/row.ts";
import { openDialog, openMenu, perform, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { isAdministrator } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { directWith, personName, presenceOf, seenAt } from "#model/select/conversations.ts";
import { disuseOf, everybody, presentPeople, roleName } from "#model/select/people.ts";
import { withoutMarks } from "#store/list.ts";
import { changeList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Store } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import type { UserId } from "#wire/ids.ts";

const filters: readonly Filter[] = [
  { key: "active", title: "Active", sections: ["active"] },
  { key: "all", title: "All", sections: ["people", "bots", "deactivated"] },
  { key: "bots", title: "Bots", sections: ["bots"] },
  { key: "deactivated", title: "Deactivated", sections: ["deactivated"] },
];

function peopleIn(view: Replica, filter: string): readonly Person[] {
  const { people, bots, deactivated } = everybody(view.people);
  if (filter === "bots") return bots;
  if (filter === "deactivated") return deactivated;
  return filter === "active" ? present(view) : all(people, bots, deactivated);
}

function present({ presences, people, realm }: Replica): readonly Person[] {
  return presentPeople(presences, people, realm.presenceOfflineSeconds);
}

const all = memoizeLast((...parts: readonly (readonly Person[])[]) => parts.flat());

/** First those whose names are like it, then those whose addresses have it: before the @, unless that was typed. */
function like(people: readonly Person[], words = ""): readonly Person[] {
  const named = narrowed(people, words);
  const typed = words.trim().toLowerCase();
  if (typed === "") return named;
  const namedIds = new Set(named);
  const hasTyped = (address: string) => {
    const end = typed.includes("@") ? address.length : address.indexOf("@");
    return address.slice(0, end).toLowerCase().includes(typed);
  };
  const addressed = people.filter(
    (one) => !namedIds.has(one) && [one.email, one.deliveryEmail ?? ""].some(hasTyped),
  );
  return [...named, ...addressed.slice(0, mostAddressed)];
}

const mostAddressed = 100;

/** The same row whatever was typed, so that it is drawn once. */
const rowOf = memoizeEach(({ id }: Person): GroupedRow => ({ key: personKey(id), section: "" }));
const placedRowOf = memoizeEach(
  (person: Person): GroupedRow => ({ ...rowOf(person), section: sectionOf(person) }),
);

function sectionOf({ isActive, isBot }: Person): string {
  if (!isActive) return "deactivated";
  return isBot ? "bots" : "people";
}

/** Sorted by how well they match, not by section. */
const matchingRows = memoizeEach((people: readonly Person[]) => people.map(rowOf));
const placedRows = memoizeEach((people: readonly Person[]) => people.map(placedRowOf));

export function openPersonCard(store: Store, id: UserId): void {
  openDialog(store, { kind: "card", about: { kind: "person", id }, chosen: 0 });
}

export function openPersonForm({ store }: Pick<RowContext, "store">, id: UserId): void {
  const isOwn = id === store.getState().view.ownId;
  openForm(store, isOwn ? { name: "settings", id: 0 } : { name: "person", id });
}

/** Asks whether to deactivate the user, or to reactivate them; false for the user's own account. */
export function askToDeactivate({ store }: Pick<RowContext, "store">, userId: UserId): boolean {
  const { view } = store.getState();
  if (userId === view.ownId) return false;
  if (get(view.people, userId)?.isActive) openForm(store, { name: "deactivate", id: userId });
  else openMenu(store, { kind: "reactivate", userId });
  return true;
}

/** What a key does with the user of a row. */
const ofPerson =
  (act: (context: RowContext, id: UserId) => void) =>
  (context: RowContext, key: RowKey): undefined => {
    const id = personOfKey(key);
    if (id !== undefined) act(context, id);
  };

/** As wide as the longest of them, `administrator`. */
const roleColumns = 13;

function rowText({ view, now }: RowFacts, person: Person): Row {
  const isMuted = view.mutedPeople.has(person.id);
  const isOwn = person.id === view.ownId;
  const presence = person.isActive && !person.isBot ? presenceOf(view, person.id, now) : undefined;
  return {
    sign: { presence },
    subject: [
      shrinking(person.name, isMuted || !person.isActive ? "muted" : "text"),
      ...(isOwn ? [text(" you", "dim")] : []),
      ...(isMuted ? [text(" "), glyph("muted", "muted")] : []),
    ],
    detail: detailOf(view, person),
    time: timeOf(view, person, presence),
  };
}

function detailOf({ statuses }: Replica, person: Person): readonly Part[] {
  const kind = person.isBot ? "bot" : roleName(person.role);
  const column = (words: string, token: Token) => [
    text(words, token),
    text(" ".repeat(Math.max(0, roleColumns - words.length) + 2)),
  ];
  const role = column(kind, "dim");
  const disuse = disuseOf(person);
  // First, because it is what counts where there is no room for both.
  if (disuse !== undefined) return [...column(disuse, "faint"), shrinking(kind, "dim")];
  return statuses.has(person.id) ? [...role, { status: person.id }] : role;
}

/** When somebody who is away was last seen; else what their clock says. */
function timeOf(
  view: Replica,
  { id, timezone, isActive }: Person,
  presence: ReturnType<typeof presenceOf> | undefined,
): RowTime | undefined {
  if (!isActive || id === view.ownId) return undefined;
  const seen = seenAt(view, id);
  if (presence === "offline" && seen !== undefined) return { lastSeen: seen };
  return isTimeZone(timezone) ? { there: timezone } : undefined;
}

export const peopleDefinition: ListDefinition = {
  filters,
  narrowing: {
    from: "everybody",
    wider: { from: "active", to: "all" },
    prepare: ({ view }, clock) => prepareParts(searchable(peopleIn(view, "all")), clock),
  },
  empty: (_, { key }) =>
    key === "active"
      ? ["Nobody is active now.", "{list.next-filter} shows everybody|."]
      : ["Nobody here.", "{list.next-filter} shows other people|."],
  coming: {
    unknown: (_, { key }) =>
      key === "active" ? "Who is active is not known until the server answers." : undefined,
  },
  heading: titles({
    people: ["PEOPLE", "dim"],
    bots: ["BOTS", "dim"],
    deactivated: ["DEACTIVATED", "dim"],
  }),
  fresh: ({ view }, filter, words = "") => {
    const { people, bots, deactivated } = everybody(view.people);
    const counts = {
      active: present(view).length,
      people: people.length,
      bots: bots.length,
      deactivated: deactivated.length,
    };
    const listed = peopleIn(view, filter.key);
    const matches = like(listed, words);
    const isPlaced = matches === listed && filter.key !== "active";
    return { rows: isPlaced ? placedRows(matches) : matchingRows(matches), counts };
  },
  isEmpty: ({ view }) => view.epoch === 0,
  row: (facts, { key }) => {
    const id = personOfKey(key);
    const person = id === undefined ? undefined : get(facts.view.people, id);
    return person && rowText(facts, person);
  },
  // seen Nov 2024
  columns: { times: 13 },
  peek: ({ view }, key) => {
    const id = personOfKey(key);
    const person = id === undefined ? undefined : get(view.people, id);
    const narrow = id === undefined ? undefined : directWith(view, id);
    const hasWritten = narrow !== undefined && view.directs.has(conversationKey(narrow));
    return hasWritten ? { narrow, isShownOnly: true } : person && { person };
  },
  keys: {
    words: (view, key) => {
      const id = personOfKey(key);
      const person = id === undefined ? undefined : get(view.people, id);
      const mayRemove = id !== view.ownId && isAdministrator(view);
      return {
        "list.mark": "select",
        ...(mayRemove && { "list.delete": person?.isActive ? "deactivate" : "reactivate" }),
      };
    },
  },
  open: ofPerson(({ store }, id) => openPersonCard(store, id)),
  edit: ofPerson(openPersonForm),
  remove: removeOne((context, key) => {
    const id = personOfKey(key);
    return id !== undefined && askToDeactivate(context, id);
  }),
};

/** What mutes all users if any of them is not muted, else unmutes all. */
export function muteToggle(view: Replica, people: readonly UserId[]) {
  const unmuted = people.filter((id) => !view.mutedPeople.has(id));
  const mutes = unmuted.length > 0;
  const changed = mutes ? unmuted : people;
  const whom = titleOfAll(changed, (only) => personName(view, only), "person", "people");
  const op = mutes ? "add" : "remove";
  const actions = changed.map((userId) => ({ kind: "mute-person", op, userId }) as const);
  return { mutes, actions, whom, sentence: `${mutes ? "Muted" : "Unmuted"} ${whom}` };
}

/** Undo restores what was unread. */
export function togglePeopleMute(context: CommandContext, people: readonly UserId[]): void {
  const { store } = context;
  const { view } = store.getState();
  const others = people.filter((id) => id !== view.ownId);
  const { actions, sentence } = muteToggle(view, others);
  const problem = unsupportedReason(view, "mutedPeople")?.sentence;
  if (problem !== undefined) showToast(store, problem, "error");
  else if (others.length === 0) showToast(store, "You cannot mute yourself.", "error");
  else if (perform(context, actions, sentence)) changeList(store, withoutMarks);
}
