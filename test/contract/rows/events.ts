/** The events of the document and the forms of a person in them. */
import type { Body } from "../../support/realm.ts";
import { bare, chapter } from "../document.ts";
import { eventsIn, type Trace } from "../trace.ts";
import { type Said, words } from "./said.ts";

function namesIn(cell: string): readonly string[] {
  const bareCell = cell.replace(/\([^)]*\)/g, "");
  return [...bareCell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

/** The exchanges whose events of a kind have all of `fields` between them; none when a field never came. */
function bringing(
  trace: Trace,
  fields: readonly string[],
  found: (event: Body) => Body | undefined,
): Trace {
  const bearing = trace.flatMap((one) => {
    const bodies = eventsIn(one).flatMap((event) => found(event) ?? []);
    return bodies.map((body) => ({ one, body }));
  });
  const isComplete = fields.every((name) => bearing.some(({ body }) => name in body));
  return isComplete ? [...new Set(bearing.map(({ one }) => one))] : [];
}

export function events(): readonly Said[] {
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
        bringing(trace, fields, (event) => (event["type"] === type ? event : undefined)),
    };
  });
}

/** The form of a person is told by its keys: all of a form's, and no other's. */
export function persons(): readonly Said[] {
  const rows = chapter("Events").rows.filter((row) => "Change" in row);
  return rows.map((row) => {
    const fields = namesIn((row["Fields of `person`"] ?? "").replace(/;.*$/, ""));
    return {
      kind: "person",
      key: `person ${row["Change"]}`,
      text: words(row),
      calls: ["GET /events"],
      proof: (trace) =>
        bringing(trace, fields, ({ type, person }) =>
          type === "realm_user" && fields.every((name) => name in person) ? person : undefined,
        ),
    };
  });
}
