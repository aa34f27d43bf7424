/** Every row of the document that a server can be held to, and which exchanges of a trace prove it. */
import type { Body } from "../support/realm.ts";
import { documentLevel } from "./case.ts";
import {
  bare,
  chapter,
  type Row,
  type Section,
  sections,
  toldAnswer,
  toldParameters,
} from "./document.ts";
import { callsOf } from "./operations.ts";
import { type Exchange, eventsIn, isSuccess, type Trace, valuesAt } from "./trace.ts";

export type Kind =
  | "convention"
  | "endpoint"
  | "parameter"
  | "answer"
  | "error"
  | "limit"
  | "state"
  | "event"
  | "person"
  | "level";

/** One thing that the document says. */
export type Said = {
  readonly kind: Kind;
  /** What cases claim it by; unique. */
  readonly key: string;
  /** The words of the document: what is printed when nothing proves it. */
  readonly text: string;
  /** The calls that it is about, as method and path. */
  readonly calls: readonly string[];
  /** The files that declare and show the resource that it is a part of. */
  readonly resource?: { readonly declared: string; readonly shown: string } | undefined;
  /** The exchanges that prove it; `claimed` are those of the cases that name its key. Empty: not proven. */
  readonly proof: (trace: Trace, claimed: Trace) => Trace;
};

const described = sections("Endpoints");

/** `POST /messages` of `POST /messages — send a message`. */
function callOf({ heading }: Section): string {
  return heading.split(" — ")[0] ?? "";
}

function words(row: Row): string {
  return Object.values(row)
    .filter((cell) => cell !== "")
    .join(" | ");
}

/** Every call must have an exchange, or there is no proof at all. */
function forEach(calls: readonly string[], found: (call: string) => Trace): Trace {
  const each = calls.map(found);
  return each.some((exchanges) => exchanges.length === 0) ? [] : each.flat();
}

/** What shows that a rule of the wire is kept, by the name that the document gives it. */
const conventions: Readonly<Record<string, (exchange: Exchange) => boolean>> = {
  "Request encoding": (one) => isSuccess(one) && Object.values(one.sent).some(Array.isArray),
  "Response encoding": isSuccess,
  Success: (one) => isSuccess(one) && one.body["msg"] === "",
  Failure: ({ body }) => body["result"] === "error" && typeof body["msg"] === "string",
  "Partial success": ({ status, body }) =>
    status === 200 &&
    body["result"] === "partially_completed" &&
    body["code"] === "REQUEST_TIMEOUT",
  "Unsupported parameters": (one) =>
    isSuccess(one) && Array.isArray(one.body["ignored_parameters_unsupported"]),
};

function rules(): readonly Said[] {
  const found = sections("What the service does").find(({ heading }) => /^Wire/.test(heading));
  return (found?.rows ?? []).map((row) => {
    const name = row["Rule"] ?? "";
    return {
      kind: "convention",
      key: `convention ${name}`,
      text: words(row),
      calls: [],
      resource: { declared: "src/wire/endpoint.ts", shown: "src/realm/answers.ts" },
      proof: (trace) => trace.filter((one) => conventions[name]?.(one)),
    };
  });
}

function endpoints(): readonly Said[] {
  return described.map((section) => {
    const call = callOf(section);
    return {
      kind: "endpoint",
      key: call,
      text: section.heading,
      calls: [call],
      proof: (trace) => trace.filter((one) => one.call === call && isSuccess(one)),
    };
  });
}

function parameter(call: string, name: string, text: string): Said {
  return {
    kind: "parameter",
    key: `${call} ${name}`,
    text,
    calls: [call],
    proof: (trace) =>
      trace.filter((one) => one.call === call && one.sent[name] !== undefined && isSuccess(one)),
  };
}

function parameters(): readonly Said[] {
  const all = described.flatMap((section) => {
    const call = callOf(section);
    const tabled = section.rows.flatMap((row) =>
      row["Parameter"] === undefined ? [] : [parameter(call, row["Parameter"], words(row))],
    );
    const told = toldParameters(section).map(({ name, type }) =>
      parameter(call, name, `${name}, ${type}`),
    );
    // "Same query parameters and response as above."
    const above = call === "GET /users/{email}" || call === "GET /users";
    const shared = ["client_gravatar", "include_custom_profile_fields"].map((name) =>
      parameter(call, name, `${name}, as above`),
    );
    return [...tabled, ...told, ...(above ? shared : [])];
  });
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

type Place = {
  readonly call: string;
  /** Where in the answer, as `messages[].reactions[]`; empty: at its top. */
  readonly place: string;
  readonly resource?: Said["resource"];
};

/** `name` at a place of an answer. */
function field({ call, place, ...rest }: Place, name: string, text: string): Said {
  const whole = place === "" ? name : `${place}.${name}`;
  return {
    kind: "answer",
    key: `${call} → ${whole}`,
    text,
    calls: [call],
    ...rest,
    proof: (trace) =>
      trace.filter(
        (one) => one.call === call && isSuccess(one) && valuesAt(one.body, whole).length > 0,
      ),
  };
}

function resource(name: string, call: string, place: string): Place {
  const [declared, shown] = [`src/wire/${name}.ts`, `src/realm/views/${name}.ts`];
  return { call, place, resource: { declared, shown } };
}

const message = resource("message", "GET /messages", "messages[]");
const history = { ...message, place: "messages[].edit_history[]" };
const scheduled = resource("scheduled", "GET /scheduled_messages", "scheduled_messages[]");
const user = resource("person", "GET /users", "members[]");
const draft = resource("draft", "GET /drafts", "drafts[]");

function declaredIn(declared: string, shown: string, place: Place): Place {
  return { ...place, resource: { declared, shown } };
}

/** Where each resource stands in an answer, by the beginning of its heading. */
const places: Readonly<Record<string, Place>> = {
  "Message (returned": message,
  "Reaction (inside": { ...message, place: "messages[].reactions[]" },
  Draft: declaredIn("src/wire/draft.ts", "src/realm/routes/papers.ts", draft),
  "Stream (returned": resource("stream", "GET /streams", "streams[]"),
  "Subscription (element": resource("stream", "GET /events", "events[].subscriptions[]"),
  "User (returned": declaredIn("src/wire/user.ts", "src/realm/views/person.ts", user),
  "User status": declaredIn(
    "src/wire/user.ts",
    "src/realm/views/status.ts",
    resource("status", "GET /events", "events[]"),
  ),
};

function resourceFields({ heading, text, rows }: Section): readonly Said[] {
  const place = Object.entries(places).find(([start]) => heading.startsWith(start))?.[1];
  if (place === undefined) return [];
  const tabled = rows.flatMap((row) => {
    const at = "Present when" in row ? history : place;
    return row["Field"] === undefined ? [] : [field(at, row["Field"], words(row))];
  });
  const line = /^(?:Fields|Attributes): (.*)$/m.exec(text)?.[1] ?? "";
  const listed = [...line.replace(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map(([, name = ""]) =>
    field(place, name, `${heading}: ${name}`),
  );
  return [...tabled, ...listed];
}

function answers(): readonly Said[] {
  const own = described.flatMap((section) => {
    const top = { call: callOf(section), place: "" };
    const tabled = section.rows.flatMap((row) =>
      row["Field"] === undefined ? [] : [field(top, row["Field"], words(row))],
    );
    const told = toldAnswer(section).map((name) => field(top, name, `${top.call}: ${name}`));
    return [...tabled, ...told];
  });
  const always = ["user_id", "timestamp"].map((name) =>
    field(history, name, `Edit history entry: always ${name}`),
  );
  const resources = sections("Resources and their fields").flatMap(resourceFields);
  const listed = declaredIn("src/wire/draft.ts", "src/realm/views/scheduled.ts", scheduled);
  const failed = field(listed, "failed", "failed = true in the objects listed");
  return [...own, ...resources, ...always, failed];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** "Stream '<name>' does not exist" as what it stands for. */
function shape(cell: string): RegExp {
  const text = cell === "empty string" ? "" : cell;
  return new RegExp(`^${text.split(/<\w+>/).map(escaped).join(".+")}$`, "s");
}

/** Whether an answer is the error of a row: its text, its code or none, its further keys. */
function isError(row: Row, { level, status, body }: Exchange): boolean {
  const [word = ""] = (row["code"] ?? "").split(",");
  const isPartial = word === "REQUEST_TIMEOUT";
  const extra = [...(row["Extra fields"] ?? "").matchAll(/`(\w+)` \((\w+)\)/g)];
  return (
    level <= documentLevel &&
    body["result"] === (isPartial ? "partially_completed" : "error") &&
    isPartial === (status === 200) &&
    shape(row["msg shape"] ?? "").test(body["msg"]) &&
    body["code"] === (word === "none" ? undefined : word) &&
    extra.every(([, key = "", type]) => typeof body[key] === (type === "integer" ? "number" : type))
  );
}

function errors(): readonly Said[] {
  return chapter("Errors").rows.map((row) => {
    const calls = callsOf(row["Operation"] ?? "");
    return {
      kind: "error",
      key: `error ${row["Operation"]}: ${row["Condition"]}`,
      text: words(row),
      calls,
      proof: (trace) =>
        forEach(calls, (call) => trace.filter((one) => one.call === call && isError(row, one))),
    };
  });
}

/** How much of a limit a request uses; undefined where it does not touch it. */
type Measure = (exchange: Exchange) => number | undefined;

function lengthOf(...names: readonly string[]): Measure {
  return ({ sent }) => {
    const text = names.map((name) => sent[name]).find((value) => typeof value === "string");
    return typeof text === "string" ? [...text].length : undefined;
  };
}

/** How a limit is measured, and where its number stands: here, or in the register's answer. */
const measures: Readonly<Record<string, { readonly of: Measure; readonly most: number | string }>> =
  {
    "Status text length": { of: lengthOf("status_text"), most: 60 },
    "Messages per request": {
      of: ({ sent }) => Number(sent["num_before"]) + Number(sent["num_after"]),
      most: 5000,
    },
    "Message size": { of: lengthOf("content"), most: "max_message_length" },
    "Topic length": { of: lengthOf("topic", "subject"), most: "max_topic_length" },
    "Stream name length": { of: lengthOf("new_name"), most: "max_stream_name_length" },
    "Stream description length": {
      of: lengthOf("description"),
      most: "max_stream_description_length",
    },
  };

/** The requests of the claiming cases at the limit and just beyond it; both must be there for every call. */
function atLimit(name: string, calls: readonly string[], claimed: Trace): Trace {
  const measure = measures[name];
  // Where nothing is counted, the case itself is the judge.
  if (measure === undefined)
    return forEach(calls, (call) => claimed.filter((one) => one.call === call));
  const { of, most } = measure;
  const told = claimed.flatMap(({ body }) => valuesAt(body, String(most)));
  const limit = typeof most === "number" ? most : Number(told[0]);
  return forEach(calls, (call) => {
    const own = claimed.filter((one) => one.call === call);
    const [at, beyond] = [limit, limit + 1].map((size) => own.filter((one) => of(one) === size));
    const isWhole = at?.some(isSuccess) === true && beyond !== undefined && beyond.length > 0;
    return isWhole ? [...at, ...beyond] : [];
  });
}

function limits(): readonly Said[] {
  return chapter("Limits").rows.map((row) => {
    const name = row["Limit"] ?? "";
    const calls = callsOf(row["Applies to"] ?? "");
    return {
      kind: "limit",
      key: `limit ${name}`,
      text: words(row),
      calls,
      proof: (_, claimed) => atLimit(name, calls, claimed),
    };
  });
}

function states(): readonly Said[] {
  return chapter("States and transitions").rows.map((row) => {
    const trigger = row["Trigger"] ?? "";
    const call = /`([A-Z]+ [^`]*)`/.exec(trigger)?.[1] ?? "";
    return {
      kind: "state",
      key: `state ${row["Subject"]}: ${trigger.replaceAll("`", "")}`,
      text: words(row),
      calls: [call],
      proof: (_, claimed) => claimed.filter((one) => one.call === call && isSuccess(one)),
    };
  });
}

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

function events(): readonly Said[] {
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
function persons(): readonly Said[] {
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

function levels(): readonly Said[] {
  const rows = chapter("Versioning").rows.filter((row) => "Level" in row);
  return rows.flatMap((row) =>
    [...(row["Level"] ?? "").matchAll(/\d+/g)].map(([digits]): Said => {
      const level = Number(digits);
      return {
        kind: "level",
        key: `level ${level}`,
        text: `${level}: ${row["Change"]}`,
        calls: [],
        proof: (_, claimed) => {
          const at = (wanted: number) => claimed.filter((one) => one.level === wanted);
          const [before, since] = [at(level - 1), at(level)];
          return before.length === 0 || since.length === 0 ? [] : [...before, ...since];
        },
      };
    }),
  );
}

/** All that the document says, in its order. */
export const said: readonly Said[] = [
  ...rules(),
  ...endpoints(),
  ...parameters(),
  ...answers(),
  ...states(),
  ...events(),
  ...persons(),
  ...errors(),
  ...limits(),
  ...levels(),
];
