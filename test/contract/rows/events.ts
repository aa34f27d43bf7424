/** Requirements for events, and for the variants of `person` in them. */
import type { Body } from "../../support/realm.ts";
import { bare, chapter } from "../document.ts";
import { eventsIn, type Trace } from "../trace.ts";
import { type Requirement, words } from "./requirement.ts";

function namesIn(cell: string): readonly string[] {
  const bareCell = cell.replace(/\([^)]*\)/g, "");
  return [...bareCell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

/** The exchanges with bodies that `found` returns; empty unless these have all `fields` between them. */
function exchangesWith(
  trace: Trace,
  fields: readonly string[],
  found: (event: Body) => Body | undefined,
): Trace {
  const matching = trace.flatMap((one) => {
    const bodies = eventsIn(one).flatMap((event) => found(event) ?? []);
    return bodies.map((body) => ({ one, body }));
  });
  const isComplete = fields.every((name) => matching.some(({ body }) => name in body));
  return isComplete ? [...new Set(matching.map(({ one }) => one))] : [];
}

export function events(): readonly Requirement[] {
  const rows = chapter("Events").rows.filter((row) => "Type" in row);
  return rows.map((row) => {
    const type = bare(row["Type"] ?? "");
    const fields = [...(row["Fields"] ?? "").matchAll(/`(\w+)` \(/g)].map(([, name = ""]) => name);
    return {
      kind: "event",
      key: `event ${type}`,
      text: words(row),
      calls: ["GET /events"],
      proof: (trace) =>
        exchangesWith(trace, fields, (event) => (event["type"] === type ? event : undefined)),
    };
  });
}

export function persons(): readonly Requirement[] {
  const rows = chapter("Events").rows.filter((row) => "Change" in row);
  return rows.map((row) => {
    const fields = namesIn((row["Fields of `person`"] ?? "").replace(/;.*$/, ""));
    return {
      kind: "person",
      key: `person ${row["Change"]}`,
      text: words(row),
      calls: ["GET /events"],
      proof: (trace) =>
        exchangesWith(trace, fields, ({ type, person }) =>
          type === "realm_user" && fields.every((name) => name in person) ? person : undefined,
        ),
    };
  });
}
