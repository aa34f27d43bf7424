/** Every heading, parameter, answer field, error, limit, level and event of the API document is declared. */
import { expect, test } from "vitest";
import * as z from "zod";
import { draft } from "#wire/draft.ts";
import type { Endpoint, ErrorRow, Parameter } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { documentLevel, wordingAt } from "#wire/error-texts.ts";
import { events } from "#wire/events.ts";
import { edit, message, reaction } from "#wire/message.ts";
import { serverSettings } from "#wire/server.ts";
import { stream, subscription } from "#wire/stream.ts";
import { changedPerson, user, userStatus } from "#wire/user.ts";
import {
  chapter,
  proseAnswerKeys,
  proseParameters,
  type Row,
  type Section,
  sections,
} from "./document.ts";
import { callsOf } from "./operations.ts";

const described = sections("Endpoints");

function declared(heading: string): Endpoint {
  const found = endpoints.find((one) => one.heading === heading);
  if (found === undefined) throw new RangeError(`No declaration has the heading "${heading}".`);
  return found;
}

function named(method: string, path: string): Endpoint {
  const found = endpoints.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new RangeError(`${method} ${path} is not declared.`);
  return found;
}

test("the document has 26 endpoints, and each is declared under its heading", () => {
  expect(described).toHaveLength(26);
  for (const { heading } of described) {
    const { method, path } = declared(heading);
    expect(heading.split(" — ")[0]).toBe(`${method} ${path}`);
  }
});

test("the two endpoints that the document only mentions are declared", () => {
  expect(named("POST", "/register").parameters).toHaveProperty("event_types");
  expect(named("GET", "/scheduled_messages").since).toBe(173);
});

/** The JSON types that a schema accepts: "integer", "string", "array of integer" … */
function typesOf(schema: z.ZodType): Set<string> {
  const types = new Set<string>();
  const walk = (node: z.core.JSONSchema.BaseSchema, lead: string): void => {
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? [])])
      if (typeof inner === "object") walk(inner, lead);
    if (node.type === undefined) return;
    types.add(`${lead}${node.type}`);
    if (node.type === "number") types.add(`${lead}integer`);
    const { items } = node;
    if (lead === "" && typeof items === "object" && !Array.isArray(items)) walk(items, "array of ");
  };
  walk(z.toJSONSchema(schema, { unrepresentable: "any" }), "");
  return types;
}

/** Splits "string, integer, array of string, or array of integer" into four. */
function wordedTypes(cell: string): string[] {
  return cell.split(/, or |, | or /).map((word) => word.trim().replace(/ draft$/, " object"));
}

/** Parameters that the declaration requires and the document does not, or the reverse, and why. */
const differentlyRequired: Readonly<Record<string, string>> = {
  "GET /messages num_before": "newer servers take IDs of messages instead",
  "GET /messages num_after": "newer servers take IDs of messages instead",
  "GET /events queue_id": "the parameters of a register can replace it",
  "POST /drafts drafts": "real servers reject a call without it",
};

function checkParameter(
  endpoint: Endpoint,
  name: string,
  type: string,
  needed: boolean | undefined,
) {
  const where = `${endpoint.method} ${endpoint.path} ${name}`;
  const parameter: Parameter | undefined = endpoint.parameters[name];
  if (parameter === undefined) {
    expect(endpoint.path, `${where} has no declaration`).toContain(`{${name}}`);
    return;
  }
  const types = typesOf(parameter.schema);
  for (const word of wordedTypes(type)) expect([...types], `${where}: ${type}`).toContain(word);
  if (needed !== undefined && !(where in differentlyRequired))
    expect(parameter.required, where).toBe(needed);
}

const tabled = described.flatMap(({ heading, rows }) =>
  rows.flatMap((row) => ("Parameter" in row ? [{ heading, row }] : [])),
);

test("every parameter of a table is declared with its type, and as required or optional", () => {
  expect(tabled).toHaveLength(60);
  for (const { heading, row } of tabled) {
    const { Parameter: name = "", Type: type = "", Required: need } = row;
    checkParameter(declared(heading), name, type, need === undefined ? false : need === "yes");
  }
});

test("every parameter in prose is declared with its type, and as required or optional", () => {
  const inProse = described.flatMap((section) =>
    proseParameters(section).map((parameter) => ({ section, parameter })),
  );
  expect(inProse.length).toBeGreaterThan(25);
  for (const { section, parameter } of inProse) {
    const endpoint = declared(section.heading);
    checkParameter(endpoint, parameter.name, parameter.type, parameter.required);
  }
});

test("every default value of a table is declared", () => {
  for (const { heading, row } of tabled) {
    const { Parameter: name = "", Notes: notes = "" } = row;
    const word = row["Default"] ?? /Default (true|false)/i.exec(notes)?.[1];
    const parameter = declared(heading).parameters[name];
    if (word === undefined) continue;
    expect(String(parameter?.default), `${heading} ${name}: default`).toBe(word);
  }
});

test("every level of a parameter in a table is declared", () => {
  const levels = tabled.flatMap(({ heading, row }) => {
    const { Parameter: name = "", Notes: notes = "" } = row;
    const first = /^(?:.*\. )?From feature level (\d+)/.exec(notes)?.[1];
    return first === undefined ? [] : [{ heading, name, first: Number(first) }];
  });
  expect(levels.length).toBeGreaterThan(1);
  for (const { heading, name, first } of levels)
    expect(declared(heading).parameters[name]?.since, `${heading} ${name}`).toBe(first);
});

test("every level of an endpoint is declared", () => {
  const levels = described.flatMap(({ heading, text }) => {
    const first = /Available from feature level (\d+)/.exec(text)?.[1];
    return first === undefined ? [] : [{ heading, first: Number(first) }];
  });
  expect(levels.length).toBeGreaterThan(3);
  for (const { heading, first } of levels) expect(declared(heading).since, heading).toBe(first);
});

function keysOf(schema: z.ZodType): string[] {
  return Object.keys(z.toJSONSchema(schema, { unrepresentable: "any" }).properties ?? {});
}

test("every field of an answer is declared", () => {
  for (const section of described) {
    const { answer, method, path } = declared(section.heading);
    const tableFields = section.rows.flatMap((row) => ("Field" in row ? [row["Field"] ?? ""] : []));
    const fields = [...proseAnswerKeys(section), ...tableFields].filter(
      (name) => !/^svc_/.test(name),
    );
    expect(keysOf(answer), `${method} ${path}`).toEqual(expect.arrayContaining(fields));
  }
});

/** The schema of each resource, by the beginning of its heading. */
const resources: Readonly<Record<string, z.ZodType>> = {
  "Message (returned": message,
  "Reaction (inside": reaction,
  Draft: draft,
  "Stream (returned": stream,
  "Subscription (element": subscription,
  "User (returned": user,
  "User status": userStatus,
};

function resourceFields({ heading, text, rows }: Section): string[] {
  const tableFields = rows.flatMap((row) => ("Field" in row ? [row["Field"] ?? ""] : []));
  const line = /^(?:Fields|Attributes): (.*)$/m.exec(text)?.[1] ?? "";
  const lineFields = [...line.replace(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map(
    ([, name = ""]) => name,
  );
  // Entries of the edit history are in a separate table below the message.
  const edits = heading.startsWith("Message") ? keysOf(edit) : [];
  return [...tableFields, ...lineFields].filter((name) => !edits.includes(name));
}

test("every field of a resource is declared", () => {
  for (const [start, schema] of Object.entries(resources)) {
    const section = sections("Resources and their fields").find(({ heading }) =>
      heading.startsWith(start),
    );
    const fields = section === undefined ? [] : resourceFields(section);
    expect(fields.length, start).toBeGreaterThan(3);
    expect(keysOf(schema), start).toEqual(expect.arrayContaining(fields));
  }
  const entry = [
    "user_id",
    "timestamp",
    "prev_content",
    "prev_stream",
    "stream",
    "prev_topic",
    "topic",
  ];
  expect(keysOf(edit)).toEqual(expect.arrayContaining(entry));
});

function endpointsOf(cell: string): readonly Endpoint[] {
  return callsOf(cell).map((call) => {
    const [method = "", path = ""] = call.split(" ");
    return named(method, path);
  });
}

/** An error with the text of the document's level; placeholders are part of the text. */
function atDocument(row: ErrorRow) {
  const extra = Object.fromEntries((row.extra ?? []).map((key) => [key, ""]));
  const newest = { text: row.text, code: row.code, status: row.status ?? 400, extra };
  const { text, code, extra: keys } = wordingAt(documentLevel, newest);
  return { text, code, extra: Object.keys(keys) };
}

function inDocument({ code = "", "msg shape": shape = "", "Extra fields": extra = "" }: Row) {
  const word = code.split(",")[0] ?? "";
  return {
    text: shape === "empty string" ? "" : shape,
    code: word === "none" ? undefined : word,
    extra: [...extra.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  };
}

test.for(chapter("Errors").rows.map((row) => [Object.values(row).join(" | "), row] as const))(
  "an error is declared as in the document: %s",
  ([, row]) => {
    for (const { errors = [] } of endpointsOf(row["Operation"] ?? ""))
      expect(errors.map(atDocument)).toContainEqual(inDocument(row));
  },
);

test.for(chapter("Limits").rows.map((row) => [Object.values(row).join(" | "), row] as const))(
  "a limit is declared as in the document: %s",
  ([, row]) => {
    for (const { limits = [] } of endpointsOf(row["Applies to"] ?? ""))
      expect(limits).toContainEqual({ of: row["Limit"], value: row["Value"] });
  },
);

const eventRows = chapter("Events").rows.filter((row) => "Type" in row);

test.for(eventRows.map((row) => [row["Type"] ?? "", row] as const))(
  "the event %s is declared with its fields",
  ([type, row]) => {
    const schema = events[type as keyof typeof events];
    const shapes = z.toJSONSchema(schema, { unrepresentable: "any" });
    const variants = [shapes, ...(shapes.oneOf ?? [])];
    const known = new Set(variants.flatMap((shape) => Object.keys(shape.properties ?? {})));
    const fields = [...(row["Fields"] ?? "").matchAll(/`(\w+)` \(/g)].map(([, name = ""]) => name);
    expect(fields.length).toBeGreaterThan(0);
    expect([...known]).toEqual(expect.arrayContaining(fields));
  },
);

test("every variant of a changed person is declared", () => {
  const forms = chapter("Events").rows.filter((row) => "Change" in row);
  expect(forms).toHaveLength(6);
  for (const row of forms) {
    const cell = (row["Fields of `person`"] ?? "").replace(/\([^)]*\)/g, "");
    const fields = [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    expect(keysOf(changedPerson), row["Change"]).toEqual(expect.arrayContaining(fields));
  }
});

test("every field of the server's settings is declared, except those named after the brand", () => {
  const section = described.find(({ heading }) => heading === "GET /server_settings");
  const fields = section?.rows.map((row) => row["Field"] ?? "") ?? [];
  const own = fields.filter((name) => !name.startsWith("svc_"));
  expect(own.length).toBeGreaterThan(10);
  expect(keysOf(serverSettings)).toEqual(expect.arrayContaining(own));
});
