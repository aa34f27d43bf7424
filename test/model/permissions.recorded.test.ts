/**
 * What the client says of an act before it asks agrees with what a server answered: there is no problem with what it
 * accepted, and one with what it refused for want of a permission.
 */
import { expect, test } from "vitest";
import { get, values } from "#base/table.ts";
import { decodeEvent, decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Problem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import {
  additionProblem,
  channelProblem,
  creationProblem,
  deleteProblem,
  editProblem,
  type GroupDeed,
  groupProblem,
  moveProblem,
  postProblem,
  removalProblem,
  resolveProblem,
  settingProblem,
  whoProblem,
  wildcardMentionCount,
  wildcardMentionProblem,
} from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { findEndpoint } from "#wire/endpoints/all.ts";
import type { GroupId, StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import * as make from "../support/make.ts";
import {
  type Asked,
  inEachSet,
  type RecordedSet,
  type Sequence,
  tell,
} from "../support/recordings.ts";

type Raw = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string>>;
type Messages = ReadonlyMap<number, Message>;

type Act = {
  readonly name: string;
  readonly asked: Asked;
  readonly status: number;
  readonly answer: Raw;
  /** As the one who asks has it. */
  readonly replica: Replica;
  readonly messages: Messages;
};

/** What the client checks; `id` is the number in the path. */
type Check = (replica: Replica, id: number, params: Params, messages: Messages) => Problem;

const numbersIn = (text = "[]") => JSON.parse(text) as readonly number[];

function streamNamed({ streams }: Replica, name: string | undefined): Stream | undefined {
  return [...values(streams)].find((one) => one.name === name);
}

function channel(deed: string): Check {
  return (replica, id) => {
    const stream = get(replica.streams, id as StreamId);
    return stream && channelProblem(replica, stream, deed);
  };
}

function group(deedsOf: (replica: Replica, params: Params) => readonly GroupDeed[]): Check {
  return (replica, id, params) => {
    const found = get(replica.groups, id as GroupId);
    const problems =
      found && deedsOf(replica, params).map((one) => groupProblem(replica, found, one));
    return problems?.find((one) => one !== undefined);
  };
}

/** Who adds or removes nobody but themselves joins or leaves. */
function memberDeeds({ ownId }: Replica, params: Params): readonly GroupDeed[] {
  const isOwn = (name: string) => numbersIn(params[name]).every((id) => id === ownId);
  const has = (name: string, deed: GroupDeed) => (params[name] === undefined ? [] : [deed]);
  return [
    ...has("add", isOwn("add") ? "join" : "add"),
    ...has("delete", isOwn("delete") ? "leave" : "remove"),
    ...has("add_subgroups", "add"),
    ...has("delete_subgroups", "remove"),
  ];
}

const checks: Readonly<Record<string, Check>> = {
  "POST /messages": (replica, _, { type, to: target, topic = "", content = "" }) => {
    const streamId = Number(target) as StreamId;
    if (/direct|private/.test(`${type}`) || Number.isNaN(streamId)) return undefined;
    const to = { kind: "topic", streamId, topic } as const;
    const count = wildcardMentionCount(replica, to, content);
    const isMany = count !== undefined;
    return (
      postProblem(replica, to) ?? (isMany ? wildcardMentionProblem(replica, count) : undefined)
    );
  },
  "PATCH /messages/{}": (replica, id, { content, stream_id: target, topic }, messages) => {
    const message = messages.get(id);
    if (message?.streamId === undefined) return undefined;
    const now = message.sentAt * 1000;
    if (content !== undefined) return editProblem(replica, message, now);
    const from = { streamId: message.streamId, topic: message.topic };
    const to = {
      streamId: target === undefined ? from.streamId : (Number(target) as StreamId),
      topic: topic ?? from.topic,
    };
    return to.topic.startsWith("✔ ")
      ? resolveProblem(replica, to.streamId)
      : moveProblem(replica, message, { from, to }, now);
  },
  "DELETE /messages/{}": (replica, id, _, messages) => {
    const message = messages.get(id);
    return message && deleteProblem(replica, message, message.sentAt * 1000);
  },
  "PATCH /streams/{}": channel("change streams"),
  "DELETE /streams/{}": channel("archive this stream"),
  "DELETE /users/me/subscriptions": (replica, _, { subscriptions = "[]", principals }) => {
    const stream = streamNamed(replica, (JSON.parse(subscriptions) as readonly string[])[0]);
    const isOwn = numbersIn(principals).every((id) => id === replica.ownId);
    return isOwn ? undefined : stream && removalProblem(replica, stream);
  },
  "POST /users/me/subscriptions": (replica, _, { subscriptions = "[]", principals, ...params }) => {
    const [first] = JSON.parse(subscriptions) as readonly { readonly name: string }[];
    const stream = streamNamed(replica, first?.name);
    const isOwn = numbersIn(principals).every((id) => id === replica.ownId);
    const added = isOwn ? undefined : additionProblem(replica, stream);
    if (stream !== undefined || added !== undefined) return added;
    const kind = params["invite_only"] === "true" ? "private" : "public";
    return settingProblem(replica, `create_${kind}_stream_policy`, `create ${kind} streams`);
  },
  "POST /user_groups/create": (replica) => creationProblem(replica, "create groups"),
  "PATCH /user_groups/{}": group(() => ["manage"]),
  "POST /user_groups/{}/deactivate": group(() => ["manage"]),
  "POST /user_groups/{}/members": group(memberDeeds),
  "POST /user_groups/{}/subgroups": group((_, { add }) => [add === undefined ? "remove" : "add"]),
};

/** Undefined if the client checks nothing before that call. */
function verdictOf({ asked: { method, path: whole, params = {} }, replica, messages }: Act) {
  const path = whole.replace(/^\/(api|json)\/v1/, "");
  const check = checks[`${method} ${path.replace(/\/\d+/, "/{}")}`];
  const who = findEndpoint(method, path)?.endpoint.who;
  if (check === undefined && who === undefined) return undefined;
  const id = Number(/\/(\d+)/.exec(path)?.[1]);
  const problem = whoProblem(replica, who, "do it") ?? check?.(replica, id, params, messages);
  return { problem };
}

/** How servers say that somebody may not do it; other refusals are about what was asked for. */
const denials =
  /permission|^must be an|^not allowed for|^not authorized|^unable to access|^user not authorized/i;

/** Where both disagree, with the reason. */
const differences: Readonly<Record<string, string>> = {
  "events/channel-create-public-announced":
    "the stream was made private later, without the creator",
  "events/err-user-role-to-owner-by-admin": "the form of the person asks about the role",
  "events/err-user-email-change-by-admin": "the client does not change addresses of others",
  "events/err-user-email-change-by-admin-back": "the client does not change addresses of others",
};

/** How many acts were compared, and how many of them were refused. */
function compared(acts: readonly Act[]) {
  const found: string[] = [];
  let [count, refusals] = [0, 0];
  for (const act of acts) {
    const verdict = verdictOf(act);
    const isDenied = act.status >= 400 && denials.test(`${act.answer["msg"]}`);
    if (verdict === undefined || (act.status >= 400 && !isDenied)) continue;
    count += 1;
    if (isDenied) refusals += 1;
    if (isDenied === (verdict.problem !== undefined)) continue;
    found.push(`${act.name}: ${verdict.problem ?? act.answer["msg"]}`);
  }
  const isListed = (one: string) => (one.split(":")[0] as string) in differences;
  return {
    count,
    refusals,
    found: found.filter((one) => !isListed(one)),
    listed: found.filter(isListed),
  };
}

function replicaOf(answer: Raw): Replica {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  return runToEnd(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
}

/** `member:hanna` by the words of her name. */
function personIn({ people }: Replica, label: string) {
  const word = label.split(":").at(-1) ?? "";
  return [...values(people)].find(({ name }) =>
    name
      .toLowerCase()
      .split(/\P{L}+/u)
      .includes(word),
  );
}

function messagesIn(events: readonly unknown[]): readonly (readonly [number, Message])[] {
  return (events as readonly Raw[]).flatMap((raw) => {
    const decoded = raw["type"] === "message" ? decodeEvent(raw) : undefined;
    if (decoded?.kind !== "event" || decoded.event.type !== "message") return [];
    const message = fromWireMessage(decoded.event.message);
    return [[message.id as number, message] as const];
  });
}

type RecordedSequence = Pick<Sequence, "register"> & {
  readonly person: string;
  readonly steps: readonly (Sequence["steps"][number] & {
    readonly request: Asked | null;
    readonly status: number;
    readonly answer: Raw;
  })[];
};

/** Those of others too, as far as the recorded person's state tells: not where only one of both can be. */
function actsIn([file, { register, person, steps }]: readonly [string, RecordedSequence]) {
  let replica = replicaOf(register);
  let messages: Messages = new Map();
  return steps.flatMap(({ request, status, answer, events }, at): readonly Act[] => {
    const actor = request?.as === undefined ? undefined : personIn(replica, request.as);
    const own = actor && { ...replica, ownId: actor.id };
    const before = { name: `${file} ${at}`, status, answer, messages };
    for (const raw of events as readonly Raw[]) {
      const decoded = decodeEvent(raw);
      if (decoded.kind === "event") replica = make.after(replica, decoded.event);
    }
    messages = new Map([...messages, ...messagesIn(events)]);
    const isOwn = request?.as?.endsWith(`:${person}`) === true;
    const depends = /messages|subscriptions/.test(`${request?.path}`);
    if (request === null || own === undefined || (depends && !isOwn)) return [];
    return [{ ...before, asked: request, replica: own }];
  });
}

type Recorded = {
  readonly action: Asked;
  readonly status: number;
  readonly answer: Raw;
  readonly seen_by: Readonly<Record<string, readonly unknown[]>>;
};

/** Judged by the state in which the recordings end: by the actor's own register, if there is one. */
function singleActs({ readAll }: RecordedSet): readonly Act[] {
  const registers = new Map(
    readAll<{ readonly request: Asked; readonly body: Raw }>(
      "register/{modern-client-as-*,without-capabilities-as-guest}.json",
    ).map(([, { request, body }]) => [request.as, body]),
  );
  const replicas = new Map([...registers].map(([as, body]) => [as, replicaOf(body)]));
  const recorded = readAll<Recorded>("events/*.json").filter(([, one]) => "method" in one.action);
  const messages = new Map(
    recorded.flatMap(([, { seen_by: seen }]) => Object.values(seen).flatMap(messagesIn)),
  );
  const exchanges = readAll<{
    readonly request: Asked;
    readonly status: number;
    readonly body: Raw;
  }>("exchanges/*/*.json").map(
    ([file, { request, status, body }]) =>
      [file, { action: request, status, answer: body }] as const,
  );
  const state = replicas.get("member:hanna");
  return [...recorded, ...exchanges].flatMap(([file, { action, status, answer }]) => {
    const actor = state && action.as !== undefined ? personIn(state, action.as) : undefined;
    const replica = replicas.get(action.as) ?? (actor && state && { ...state, ownId: actor.id });
    const name = file.replace(/\.json$/, "");
    return replica === undefined
      ? []
      : [{ name, asked: action, status, answer, replica, messages }];
  });
}

inEachSet((set, recordings) => {
  test(`a problem is found where the server refused, and none where it accepted: sessions of ${set}`, () => {
    const acts = recordings.readAll<RecordedSequence>("sequences/*.json").flatMap(actsIn);
    const { count, found } = compared(acts);
    expect(found).toEqual([]);
    tell(`judged acts in sessions of ${set}`, count);
  });

  // The settings of the older server changed between its recordings, which do not tell when.
  if (recordings.readAll("register/modern-client-as-owner.json").length === 0) return;
  test(`a problem is found where the server refused, and none where it accepted: acts of ${set}`, () => {
    const { count, refusals, found, listed } = compared(singleActs(recordings));
    expect(found).toEqual([]);
    expect(listed.map((one) => one.split(":")[0]).sort()).toEqual(Object.keys(differences).sort());
    expect(refusals).toBeGreaterThan(6);
    tell(`judged acts of ${set}`, count);
  });
});
