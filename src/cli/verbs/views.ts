/** `weir views`: searches saved under a name, on the server where it stores them, else on this machine. */
import { numbersBetween } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { ids as idsIn, newBatch } from "#base/table.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { newestMessages } from "#cli/messages.ts";
import { type Command, tellCreated, tellDeleted, tellDone, wayBack } from "#cli/output.ts";
import type { StatePart } from "#cli/realm-state.ts";
import { hintFor, requireUnlike } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import { hoursOf, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { timeReader } from "#commands/search/day.ts";
import { operatorList } from "#commands/search/operators.ts";
import { queryOf } from "#commands/search/query.ts";
import { localReason, storedName, unreadableSentence } from "#commands/search/views.ts";
import { orderEdit, type ViewEdit, viewEdit } from "#journal/actions/view.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import { withRead } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { isForServers } from "#model/search.ts";
import { textOfTerms } from "#model/search-text.ts";
import { isUnreadMatch, viewCounting } from "#model/select/view-counts.ts";
import {
  fragmentOf,
  hasFixedName,
  isStorable,
  nameProblem,
  readView,
  type SavedView,
  savedViews,
  searchFor,
  searchProblem,
  viewNamed,
} from "#model/views.ts";
import { termsOf } from "#sync/fetching.ts";
import { viewRows } from "#sync/storage/local-rows.ts";
import type { MessageId } from "#wire/ids.ts";

/** With what this machine knows of views. */
async function replicaFor(context: VerbContext, ...parts: StatePart[]): Promise<Replica> {
  const replica = await context.state("streams", "people", "views", ...parts);
  const localViews = await withStorage(context, viewRows.stored);
  const whole = { ...replica, localViews };
  context.noteViews(savedViews(whole).map(({ name }) => name));
  return whole;
}

const noun = { one: "view", many: "views", sign: "", otherwise: "weir views lists all." };

function asNamed({ name }: SavedView, at: number) {
  return { id: at + 1, name };
}

function viewFor(replica: Replica, name: string): SavedView {
  const view = viewNamed(replica, name);
  if (view !== undefined) return view;
  const hint = hintFor(name, savedViews(replica).map(asNamed), noun);
  throw new Exit("usage", safeLine(`There is no view “${name}”. ${hint}`));
}

export async function run(context: VerbContext): Promise<void> {
  const { output, say } = context;
  const replica = await replicaFor(context, "unread");
  if (replica.unreads.older) say("There are more unread messages than the server lists.");
  const rows: Listed[] = [];
  const counts = viewCounting().count(replica);
  for (const saved of savedViews(replica))
    rows.push(await reportOf(context, { ...replica, viewCounts: counts }, saved));
  output.rows(rows, {
    none: "There are no views.",
    json: (row) => row,
    cells: ({ name, query, unread, problem }) => [
      { text: name, token: "strong" },
      unread ?? "?",
      problem === null ? (query ?? "") : `cannot be opened: ${problem}`,
    ],
  });
}

type Listed = {
  readonly name: string;
  /** Null if weir cannot read it. */
  readonly query: string | null;
  /** Null if nobody can tell. */
  readonly unread: number | null;
  readonly pinned: boolean;
  readonly local: boolean;
  readonly problem: string | null;
};

async function reportOf(context: VerbContext, replica: Replica, saved: SavedView): Promise<Listed> {
  const { name, isPinned: pinned, isLocal: local, fragment } = saved;
  const read = readView(replica, saved);
  const fields = { name, pinned, local };
  if (read.kind === "unreadable")
    return { ...fields, query: null, unread: null, problem: read.reason };
  const { certain = 0, unknown = 0 } = replica.viewCounts.get(fragment) ?? {};
  const search = searchFor(replica, read.terms);
  const there = unknown === 0 ? undefined : await unreadThere(context, replica, search);
  const unread = unknown === 0 ? certain : (there?.size ?? null);
  return { ...fields, query: search.text, unread, problem: null };
}

/** More of them are not counted. */
const most = 10_000;

/** The unread messages that the server finds, if it can search for this. */
async function unreadThere(
  { connection }: VerbContext,
  replica: Replica,
  search: SearchNarrow,
): Promise<ReadonlySet<number> | undefined> {
  if (!isForServers(search, replica)) return undefined;
  const narrow = [
    ...termsOf(search, replica.ownId, connection.level()),
    { operator: "is", operand: "unread" },
  ];
  const messages = await newestMessages(connection, { narrow, count: most });
  return new Set(messages.map(({ id }) => id));
}

/** The replica in which only what the view finds is unread; the server says what cannot be told here. */
export async function inView(context: VerbContext, name: string, parts: StatePart[]) {
  const replica = await replicaFor(context, ...parts);
  const saved = viewFor(replica, name);
  const read = readView(replica, saved);
  if (read.kind === "unreadable")
    throw new Exit("refused", safeLine(unreadableSentence(saved, read.reason)));
  const verdicts = new Map(
    [...idsIn(replica.unreads.where)].map((id) => [id, isUnreadMatch(replica, read.terms, id)]),
  );
  const isOpen = [...verdicts.values()].includes(undefined);
  const search = searchFor(replica, read.terms);
  const there = isOpen ? await unreadThere(context, replica, search) : undefined;
  if (isOpen && there === undefined)
    context.say("Servers cannot search for this: what only a text tells is left out.");
  const others = [...verdicts].flatMap(([id, matches]): readonly MessageId[] =>
    (matches ?? there?.has(id) ?? false) ? [] : [id],
  );
  return withRead(replica, others, newBatch("view"));
}

async function carry(context: VerbContext, replica: Replica, edit: ViewEdit): Promise<void> {
  for (const action of edit.actions) await carryOut(context, replica, action);
  if (edit.views.size === 0) return;
  await withStorage(context, async (storage) => {
    for (const [fragment, row] of edit.views) await viewRows.put(storage, fragment, row);
  });
}

export async function add(context: VerbContext): Promise<void> {
  const [typed = "", ...words] = context.args;
  const isPinned = context.invocation.options["unpinned"] !== true;
  const replica = await replicaFor(context);
  const name = typed.trim();
  const search = searchIn(context, replica, words.join(" "));
  const problem = nameProblem(replica, name) ?? searchProblem(replica, search);
  if (problem !== undefined) throw new Exit("refused", safeLine(problem));
  const isLocal = !isStorable(replica, search);
  const fragment = fragmentOf(replica, search.terms);
  await carry(context, replica, viewEdit(replica, { fragment, isLocal }, { name, isPinned }));
  const where = isLocal ? ` on this machine: ${localReason(replica)}` : "";
  const undo = wayBack(context, { verb: "views delete", args: [name] });
  const fields = { name, query: search.text, pinned: isPinned, local: isLocal };
  tellCreated(context, safeLine(name), `Saved the view “${name}”${where}.${undo}`, fields);
}

function searchIn(context: VerbContext, replica: Replica, text: string) {
  const { clock, dateOrder } = context;
  const reader = timeReader(seconds(clock), hoursOf(context, replica), dateOrder);
  const query = queryOf(replica, text, reader);
  if (query.kind === "terms")
    return { kind: "search", text: textOfTerms(replica, query.terms), terms: query.terms } as const;
  const problem = query.kind === "problem" ? query.sentence : "The query is empty.";
  throw new Exit("misuse", safeLine(`${problem} The operators are ${operatorList}.`));
}

export async function remove(context: VerbContext): Promise<void> {
  const replica = await replicaFor(context);
  const named = context.args.map((name) => [name, viewNamed(replica, name)] as const);
  for (const [name, view] of named)
    if (view === undefined) requireUnlike(name, savedViews(replica).map(asNamed), noun);
  const all = [...new Set(named.flatMap(([, view]) => view ?? []))];
  for (const view of all) await carry(context, replica, viewEdit(replica, view, undefined));
  const left = savedViews(replica).filter((view) => !all.includes(view));
  context.noteViews(left.map(({ name }) => name));
  const undo = wayBack(context, ...all.map((view) => additionOf(replica, view)));
  const names = all.map(({ name }) => `“${name}”`).join(", ");
  const what = `${all.length === 1 ? "the view" : "the views"} ${names}`;
  const absences = named.flatMap(([name, view]) =>
    view === undefined ? [`There is no view “${name}”.`] : [],
  );
  tellDeleted(context, { what, absences, undo }, ...all.map(({ name }) => ({ name })));
}

/** The command that adds the view; what weir cannot read is added as it was. */
function additionOf(replica: Replica, view: SavedView): Command {
  const { name, isPinned, fragment } = view;
  const read = readView(replica, view);
  if (read.kind === "search" && !hasFixedName(view)) {
    const options = isPinned ? [] : ["--unpinned"];
    return { verb: "views add", args: [name, searchFor(replica, read.terms).text], options };
  }
  const fields = [`fragment=${fragment}`, `is_pinned=${isPinned}`];
  const parameters = hasFixedName(view) ? fields : [...fields, `name=${name}`];
  const options = parameters.flatMap((field) => ["-f", field]);
  return { verb: "api", args: ["POST", "/navigation_views"], options };
}

export async function rename(context: VerbContext): Promise<void> {
  const [typed = "", written = ""] = context.args;
  const replica = await replicaFor(context);
  const view = viewFor(replica, typed);
  const name = written.trim();
  const problem = hasFixedName(view)
    ? "The server names this view."
    : nameProblem(replica, name, view);
  if (problem !== undefined) throw new Exit("refused", safeLine(problem));
  await carry(context, replica, viewEdit(replica, view, { name, isPinned: view.isPinned }));
  const undo = wayBack(context, { verb: "views rename", args: [name, view.name] });
  tellDone(context, `Renamed the view “${view.name}” to “${name}”.${undo}`, { name });
}

export async function pin(context: VerbContext): Promise<void> {
  const isPinned = context.invocation.options["undo"] !== true;
  const replica = await replicaFor(context);
  const view = viewFor(replica, context.args[0] ?? "");
  const { name } = view;
  if (view.isPinned === isPinned)
    return tellDone(
      context,
      `The view “${name}” is ${isPinned ? "pinned already" : "not pinned"}.`,
      {
        name,
      },
    );
  const to = { name: storedName(view), isPinned };
  await carry(context, replica, viewEdit(replica, view, to));
  tellDone(context, `${isPinned ? "Pinned" : "Unpinned"} the view “${name}”.`, { name });
}

export async function move(context: VerbContext): Promise<void> {
  const [typed = "", number = ""] = context.args;
  const replica = await replicaFor(context);
  const view = viewFor(replica, typed);
  const all = savedViews(replica);
  const alike = all.flatMap(({ isPinned }, at) => (isPinned === view.isPinned ? [at + 1] : []));
  const [from, to] = [all.indexOf(view) + 1, wholeNumberIn(number) ?? 0];
  const [first = 1] = alike;
  if (!alike.includes(to)) {
    const which = view.isPinned ? "Pinned views" : "Views that are not pinned";
    throw new Exit("misuse", `${which} have ${numbersBetween(first, alike.at(-1) ?? first)}.`);
  }
  const edit = orderEdit(replica, view, to - from);
  if (edit !== undefined) await carry(context, replica, edit);
  const { name } = view;
  const undo = from === to ? "" : wayBack(context, { verb: "views move", args: [name, `${from}`] });
  tellDone(
    context,
    `The view “${name}” has the number ${to}${from === to ? " already" : ""}.${undo}`,
    { name, number: to },
  );
}
