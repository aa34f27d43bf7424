/** What the parts of polls, to-do lists and forms must look like: shapes with the complaints of real servers. */
import { entryOf } from "#base/entry.ts";
import { Refusal } from "#realm/failures.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Throws when a value is not as it should be; `where` names it in the complaint. */
type Check = (where: string, value: unknown) => void;

/** Clients count what they add by themselves, up to here. */
const largestNumber = 1000;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text: Check = (where, value) => {
  if (typeof value !== "string") throw new Refusal(`${where} is not a string`);
};

const truth: Check = (where, value) => {
  if (typeof value !== "boolean") throw new Refusal(`${where} is not a boolean`);
};

const number: Check = (where, value) => {
  if (!Number.isInteger(value)) throw new Refusal(`${where} is not an integer`);
  if (Number(value) < 0) throw new Refusal(`${where} is too small`);
  if (Number(value) > largestNumber) throw new Refusal(`${where} is too large`);
};

const vote: Check = (where, value) => {
  if (!Number.isInteger(value)) throw new Refusal(`${where} is not an integer`);
  if (value !== 1 && value !== -1) throw new Refusal(`Invalid ${where}`);
};

/** An object with these keys at least. */
function having(keys: Readonly<Record<string, Check>>): Check {
  return (where, value) => {
    if (!isObject(value)) throw new Refusal(`${where} is not a dict`);
    for (const [key, check] of Object.entries(keys)) {
      if (!(key in value)) throw new Refusal(`${key} key is missing from ${where}`);
      check(`${where}["${key}"]`, value[key]);
    }
  };
}

/** An object with these keys and no others. */
function only(keys: Readonly<Record<string, Check>>): Check {
  return (where, value) => {
    having(keys)(where, value);
    const others = Object.keys(value as Fields).filter((key) => !Object.hasOwn(keys, key));
    if (others.length > 0) throw new Refusal(`Unexpected arguments: ${others.join(", ")}`);
  };
}

function listOf(check: Check): Check {
  return (where, value) => {
    if (!Array.isArray(value)) throw new Refusal(`${where} is not a list`);
    for (const [index, one] of value.entries()) check(`${where}[${index}]`, one);
  };
}

type Kind = {
  readonly form: Check;
  /** Told to all others than the author, where only the author may. */
  readonly authorOnly?: string;
};

const kinds: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  poll: {
    vote: { form: only({ type: text, key: text, vote }) },
    new_option: { form: only({ type: text, option: text, idx: number }) },
    question: {
      form: only({ type: text, question: text }),
      authorOnly: "You can't edit a question unless you are the author.",
    },
  },
  todo: {
    new_task: { form: only({ type: text, key: number, task: text, desc: text, completed: truth }) },
    strike: { form: only({ type: text, key: text }) },
    new_task_list_title: {
      form: only({ type: text, title: text }),
      authorOnly: "You can't edit the task list title unless you are the author.",
    },
  },
};

/** Throws unless it can be added to such a widget; to others than polls and to-do lists anything can. */
export function requirePart(widget: unknown, part: unknown, isAuthor: boolean): void {
  const known = typeof widget === "string" ? entryOf(kinds, widget) : undefined;
  if (known === undefined) return;
  const where = `${String(widget)} data`;
  having({ type: text })(where, part);
  const type = String((part as Fields)["type"]);
  const kind = entryOf(known, type);
  if (kind === undefined) throw new Refusal(`Unknown type for ${where}: ${type}`);
  if (kind.authorOnly !== undefined && !isAuthor) throw new Refusal(kind.authorOnly);
  kind.form(where, part);
}

const choice = having({ short_name: text, long_name: text, reply: text });
const choices = having({ type: text, heading: text, choices: listOf(choice) });

/** Throws unless it is a widget that a program may send along: a form of choices. */
function requireForm(widget: unknown): asserts widget is Fields {
  if (!isObject(widget)) throw new Refusal("widget_content is not a dict");
  for (const key of ["widget_type", "extra_data"]) {
    if (!(key in widget)) throw new Refusal(`${key} is not in widget_content`);
  }
  const { widget_type: type, extra_data: data } = widget;
  if (!isObject(data)) throw new Refusal("extra_data is not a dict");
  if (type !== "zform") throw new Refusal(`unknown widget type: ${String(type)}`);
  if (!("type" in data)) throw new Refusal("zform is missing type field");
  if (data["type"] !== "choices") {
    throw new Refusal(`unknown zform type: ${String(data["type"])}`);
  }
  choices("extra_data", data);
}

/** A widget as a program sent it along with its message. */
export function readForm(sent: string): Fields {
  let widget: unknown;
  try {
    widget = JSON.parse(sent);
  } catch {
    throw new Refusal("Widgets: API programmer sent invalid JSON content");
  }
  try {
    requireForm(widget);
    return widget;
  } catch (problem) {
    if (problem instanceof Refusal) throw new Refusal(`Widgets: ${problem.message}`);
    throw problem;
  }
}
