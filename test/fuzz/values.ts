/** Values that fit a schema, drawn at random: as a client that knows the realm would choose them, and a few at the edges. */
import fc from "fast-check";
import type { z } from "zod";

import { people, streams } from "../support/small-blueprint.ts";
import { anyMessage } from "../support/texts.ts";

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly format?: string;
};

const edges = [-1, 0, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1), 1_795_175_000];

/** IDs of everything in the small realm, numbers of roles and policies, and a few that mean nothing. */
const anyNumber = fc.oneof(
  { weight: 5, arbitrary: fc.nat(20) },
  { weight: 4, arbitrary: fc.integer({ min: 100, max: 120 }) },
  { weight: 2, arbitrary: fc.constantFrom(100, 200, 300, 400, 600) },
  { weight: 1, arbitrary: fc.constantFrom(...edges) },
);

function of<T extends string | number>(...choices: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...choices);
}

const userIds = of(...Object.values(people), 20, 999);
const streamIds = of(...Object.values(streams), 7, 8, 999);
const messageIds = fc.integer({ min: 100, max: 118 });
const topics = of("deploy", "hello", "Hello", "noise", "plans", "new topic", "✔ deploy", " ");
const streamNames = of("general", "dev", "secret", "news", "other", "web", "brand new", "DEV");
const addresses = of(
  "ana@small.example",
  "Bo@small.example",
  "gus@small.example",
  "nobody@small.example",
);
const emojiNames = of("+1", "tada", "wave", "no_such", "", "green_tick");
const contents = fc.oneof(
  anyMessage,
  of(
    "@**Bo Lindt** and @**all**",
    "@*crew* and @_**Cleo Vane|13**",
    "/poll Lunch?\nyes\nno",
    "/todo List",
    "/me waves",
    "#**dev>deploy** #**secret**",
    '{"type":"vote","key":"canned,0","vote":1}',
    '{"type":"new_task","key":1,"task":"a","desc":"b","completed":false}',
  ),
  of(
    "> ".repeat(300),
    "*".repeat(2_000),
    "[".repeat(2_000),
    "`".repeat(999),
    "x".repeat(10_001),
    `${"* ".repeat(200)}x`,
  ),
);
const settingNames = of(
  "color",
  "is_muted",
  "in_home_view",
  "pin_to_top",
  "desktop_notifications",
  "wildcard_mentions_notify",
  "no_such",
);

/** What a word of that name usually is. Names that are missing are drawn from everything. */
const words: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  topic: topics,
  topic_name: topics,
  subject: topics,
  content: contents,
  stream: streamNames,
  new_name: streamNames,
  name: fc.oneof(streamNames, of("crew", "role:members", "@crew", "Phone")),
  subscriptions: streamNames,
  delete: streamNames,
  to: fc.oneof(streamNames, addresses),
  principals: addresses,
  username: addresses,
  email: addresses,
  password: of("ana-secret", "bo-secret", "wrong"),
  emoji_name: emojiNames,
  emoji_code: of("1f44d", "1f389", "zzz", "1"),
  reaction_type: of("unicode_emoji", "realm_emoji", "svc_extra_emoji", "letter"),
  flag: of("read", "starred", "collapsed", "mentioned", "has_alert_word", "historical", "no_such"),
  property: settingNames,
  value: fc.oneof(of("#ff0000", "red", "0", "1999-12-31", "https://a.example"), fc.boolean()),
  operator: of(
    ...["channel", "stream", "topic", "dm", "pm-with", "dm-including", "sender", "is", "has", "in"],
    ...["near", "id", "search", "with", "channels", "streams", "group-pm-with", "no_such"],
  ),
  operand: fc.oneof(
    topics,
    streamNames,
    addresses,
    of("unread", "starred", "mentioned", "dm", "resolved", "followed", "image", "link", "all"),
    of("public", "web-public", "", "buzz", "11,12", "105"),
  ),
  queue_id: of("{queue}", "{queue}", "1:1", ""),
  event_types: of("message", "presence", "realm_user", "subscription", "no_such"),
  fetch_event_types: of("message", "presence", "realm_user", "stream", "update_message_flags"),
  status: of("active", "idle", "away"),
  timezone: of("Europe/Berlin", "UTC", "Mars/Base"),
  op: of("start", "stop", "add", "remove"),
  msg_type: of("widget", "letter"),
  pattern: of("#(?P<id>[0-9]{2,8})", "(", "a", "(?P<id>x)(?P<id>y)", "(a+)+$"),
  url_template: of("https://a.example/{id}", "https://a.example/", "{", "nowhere"),
  message_retention_days: of("unlimited", "realm_default", "forever", "soon"),
  description: of("All about it", "two\nlines", "x".repeat(1_100), ""),
  full_name: of("Ana Maria", "Bo Lindt", "*", "", "a|b", "x".repeat(101)),
  status_text: of("busy", "", "x".repeat(61)),
};

const numbers: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  stream_id: streamIds,
  user_id: userIds,
  members: userIds,
  message_id: messageIds,
  messages: messageIds,
  msg_ids: messageIds,
  scheduled_delivery_timestamp: of(1_795_175_000, 1_795_178_580, 0),
  field_type: fc.integer({ min: 0, max: 9 }),
  visibility_policy: fc.integer({ min: -1, max: 4 }),
  stream_post_policy: fc.integer({ min: 0, max: 5 }),
  role: of(100, 200, 300, 400, 600, 500),
  last_event_id: of(-1, 0, 1, 7),
  to: fc.oneof(userIds, streamIds),
};

/** What belongs nowhere, and comes all the same. */
export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  of("", " ", "\0", "a\0b", "null", "[]", "{}", "-1", "NaN", "1e999", "true", "True", "undefined"),
  of("__proto__", "constructor", "toString", "\ud800", '"\\ud800"', "\u202e", "%ZZ", "../..", "é"),
  of("9".repeat(400), "-0", "1.5", "0x10", "١", "<script>", "a\r\nb", "\ufeff1"),
  of(
    '{"__proto__":{"a":1}}',
    '[{"operator":"is","operand":{"a":[]}}]',
    '[["a","b","c"]]',
    "[null]",
  ),
  of(
    "[".repeat(20_000),
    "[".repeat(4_000) + "]".repeat(4_000),
    `${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`,
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constant("x".repeat(70_000)),
);

function def(schema: z.ZodType): Def {
  return schema.def as unknown as Def;
}

const schemaKinds: Readonly<Record<string, (own: Def, name: string) => fc.Arbitrary<unknown>>> = {
  number: (_, name) => numbers[name] ?? anyNumber,
  string: (_, name) => words[name] ?? fc.oneof(topics, of("a word", "Zeta")),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  enum: ({ entries = {} }) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values = [] }) => fc.constantFrom(...values),
  unknown: () => fc.jsonValue({ maxDepth: 2 }),
  array: ({ element }, name) => fc.array(inner(element, name), { maxLength: 3 }),
  tuple: ({ items = [] }, name) =>
    fc.tuple(...items.map((item, at) => inner(item, `${["operator", "operand"][at] ?? name}`))),
  union: ({ options = [] }, name) => fc.oneof(...options.map((option) => inner(option, name))),
  record: ({ valueType }, name) =>
    fc.dictionary(of("0", "1", "a", "__proto__"), inner(valueType, name), {
      maxKeys: 3,
    }),
  object: ({ shape = {} }) => {
    const fields = Object.entries(shape);
    return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, fitting(field, key)])), {
      requiredKeys: fields
        .filter(([, field]) => def(field).type !== "optional")
        .map(([key]) => key),
    });
  },
  nullable: ({ innerType }, name) => fc.option(inner(innerType, name), { freq: 4 }),
};

function inner(schema: z.ZodType | undefined, name: string): fc.Arbitrary<unknown> {
  if (schema === undefined) throw new RangeError(`A schema of ${name} has no inside.`);
  return fitting(schema, name);
}

/** Values that the schema takes; `name` tells what they are likely to stand for. */
export function fitting(schema: z.ZodType, name: string): fc.Arbitrary<unknown> {
  const own = def(schema);
  if (own.type === "optional") return inner(own.innerType, name);
  const kind = schemaKinds[own.type];
  if (kind === undefined) throw new RangeError(`Nobody draws values of a ${own.type} (${name}).`);
  return kind(own, name);
}

/** A step of a path, by the name that it has in the declaration. */
export const pathSteps: Readonly<Record<string, fc.Arbitrary<string | number>>> = {
  message_id: messageIds,
  stream_id: streamIds,
  user_id: userIds,
  user_group_id: fc.nat(11),
  email: addresses,
  user_id_or_email: fc.oneof(addresses, userIds),
  emoji_name: emojiNames,
  path: of("ab/cd.png", "x", "..%2f..", "a/b/c/d"),
};
