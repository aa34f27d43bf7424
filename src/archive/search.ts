/** Executes searches in the archive's file. */
import type { DatabaseSync } from "node:sqlite";
import { findsIn } from "#base/pattern-match.ts";
import type { Message } from "#model/message.ts";
import type { ArchiveHits, ArchiveQuery } from "./archive.ts";
import { type CompiledQuery, compiledQuery } from "./query.ts";
import { messageOf, type Row, selectMessages } from "./rows.ts";

/** How long patterns may keep the thread from writing what the user types. */
const patternMs = 200;

const noHits: ArchiveHits = { messages: [], more: false, unanswerable: [], isCut: false };

/** `elapsed`: milliseconds. */
export function searchMessages(
  database: DatabaseSync,
  query: ArchiveQuery,
  elapsed: () => number,
): ArchiveHits {
  const compiled = compiledQuery(query.terms);
  if ("unanswerable" in compiled) return { ...noHits, ...compiled };
  const check = patternCheck(compiled, elapsed);
  const messages: Message[] = [];
  for (const row of matchingRows(database, compiled, query)) {
    const message = messageOf(row);
    const holds = check.holds(message);
    if (check.isCut()) return { ...noHits, messages, more: true, isCut: true };
    if (!holds) continue;
    if (messages.length === query.limit) return { ...noHits, messages, more: true };
    messages.push(message);
  }
  return { ...noHits, messages };
}

/** Candidates one by one: what comes after the limit is not read. */
function matchingRows(
  database: DatabaseSync,
  compiled: CompiledQuery,
  { order }: ArchiveQuery,
): Iterable<Row> {
  const { match, among, except, since, until } = compiled;
  const bounds = boundsOf(database, compiled);
  const conditions = [
    "words MATCH ? AND words.rowid >= ? AND words.rowid < ?",
    ...(bounds.isTimed ? ["m.sent_at >= ? AND m.sent_at < ?"] : []),
    ...among.map(() => "m.id IN (SELECT value FROM json_each(?))"),
    ...(except.length === 0 ? [] : ["m.id NOT IN (SELECT value FROM json_each(?))"]),
  ];
  const values = [
    match,
    bounds.from,
    bounds.to,
    ...(bounds.isTimed ? [since, Math.min(until, Number.MAX_SAFE_INTEGER)] : []),
    ...among.map((ids) => JSON.stringify(ids)),
    ...(except.length === 0 ? [] : [JSON.stringify(except)]),
  ];
  // The order of joins is fixed: the index delivers the rows in the order that is asked for.
  const select = selectMessages.replace("FROM messages m", "FROM words CROSS JOIN messages m");
  return database
    .prepare(
      `${select} WHERE m.id = words.rowid AND ${conditions.join(" AND ")}
       ORDER BY ${order === "best" ? "words.rank, words.rowid DESC" : "words.rowid DESC"}`,
    )
    .iterate(...values) as Iterable<Row>;
}

/** IDs ascend with time, but for messages that were imported: with this tolerance in seconds. */
const disorder = 86_400;

function boundsOf(database: DatabaseSync, { since, until }: CompiledQuery) {
  const isTimed = since > 0 || until < Number.POSITIVE_INFINITY;
  const from = since > 0 ? firstSentAt(database, since - disorder) : 0;
  const to =
    until < Number.POSITIVE_INFINITY
      ? firstSentAt(database, until + disorder)
      : Number.MAX_SAFE_INTEGER;
  return { isTimed, from, to };
}

/** The ID of the first message that was sent at that time or later. */
function firstSentAt(database: DatabaseSync, at: number): number {
  const next = database.prepare(
    "SELECT id, sent_at FROM messages WHERE id >= ? ORDER BY id LIMIT 1",
  );
  const newest = database.prepare("SELECT max(id) AS id FROM messages").get()?.["id"];
  let [low, high] = [0, Number(newest ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = next.get(middle);
    if (row === undefined || Number(row["sent_at"]) >= at) high = middle;
    else low = Number(row["id"]) + 1;
  }
  return low;
}

/** Longer texts are not messages that people write; their beginning is searched. */
const maxSearched = 20_000;
const maxSteps = 2_000_000;

function patternCheck({ patterns }: CompiledQuery, elapsed: () => number) {
  const began = elapsed();
  let isCut = false;
  const holds = ({ content, topic }: Message): boolean =>
    patterns.every(({ program, negated }) => {
      if (elapsed() - began > patternMs) isCut = true;
      if (isCut) return false;
      const steps = { forPatterns: maxSteps };
      const isFound =
        findsIn(program, content.slice(0, maxSearched), steps) || findsIn(program, topic, steps);
      if (steps.forPatterns <= 0) isCut = true;
      return isFound !== negated;
    });
  return { holds, isCut: () => isCut };
}
