/** Five people of different roles with a client each, in a realm under weather, and what their clients hear. */
import { get, ids, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { atOnce, decodeEvent, decodeMessages } from "#model/decode.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import { askedNow, mergePage } from "#model/page.ts";
import type { Picture } from "#model/picture.ts";
import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import { type FakeClock, fakeClock } from "../../support/clock.ts";
import { checkInvariants } from "../../support/picture.ts";
import { authorization, base, type Caller, callerOf, startRealm } from "../../support/realm.ts";
import { smallBlueprint } from "../../support/small-blueprint.ts";
import { auditOf } from "./audit.ts";
import { bo, cleo, crowd, type Deed, don, type Wish } from "./deed.ts";
import { wishOf } from "./deeds.ts";
import { pry } from "./pry.ts";
import { addressOf } from "./secrets.ts";

export type Client = {
  readonly caller: Caller;
  /** Whether they asked for everybody's subscriptions: the screen does without. */
  readonly countsPeople: boolean;
  /** Undefined while the person cannot sign in. */
  queue: string | undefined;
  picture: Picture;
  last: number;
  /** Whether they ever were of another role since they registered. */
  hasChangedRole: boolean;
  /** Messages that came to them since, by an event or in the first page, deleted ones too. */
  readonly seen: Set<number>;
  /** Streams that were out of their reach for a while, or may have been. */
  readonly lost: Set<number>;
};

export type Crowd = {
  readonly clients: readonly Client[];
  /** What somebody was told and may not know, so far; see `audit.ts`. */
  readonly leaks: ReadonlySet<string>;
  /** `token` is to stand in the deed's texts alone. */
  readonly act: (deed: Deed, token: string) => Promise<void>;
  /** Everybody takes in what their queues hold; what follows says how it was. */
  readonly listen: () => Promise<Heard>;
  /** Everybody who can sign in looks into everything. */
  readonly pry: () => Promise<void>;
  /** What is due soon is done, so that nothing happens while answers are compared. */
  readonly rest: () => Promise<void>;
};

/** Whether anything was told, and whether anybody's picture is another one for it. */
export type Heard = { readonly told: boolean; readonly changed: boolean };

const roles: Readonly<Record<number, 100 | 200 | 300>> = { [cleo]: 100, [don]: 200, [bo]: 300 };

function blueprintAt(now: number): Blueprint {
  const blueprint = smallBlueprint(now);
  const users = blueprint.users.map((user) => ({
    ...user,
    role: roles[user.id] ?? user.role,
    email: crowd.some((who) => who === user.id) ? addressOf(user.id) : user.email,
  }));
  return { ...blueprint, users };
}

/** Lets time pass only where nothing happens without it. */
async function patiently<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const over = work.finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) await clock.pass(turn < 6 ? 0 : 100);
  return over;
}

export async function gather(weather: number): Promise<Crowd> {
  const clock = fakeClock();
  const seconds = () => Math.floor(clock.now() / 1000);
  const blueprint = blueprintAt(seconds());
  const audit = auditOf();
  const { realm: born } = startRealm({ clock, blueprint, weather, save: audit.save });
  audit.begin(born.control.server.state);
  const fetch = audit.tapped((request) => patiently(clock, born.fetch(request)));
  const realm = { ...born, fetch };
  realm.control.setRealm("enable_spectator_access", true);
  for (const name of ["team", "mood"])
    await callerOf(realm, cleo).post("/realm/profile_fields", { name, field_type: 1 });
  const clients: Client[] = [];
  for (const who of crowd) clients.push(await connect(callerOf(realm, who), weather % 2 === 0));
  const sent = Array.from({ length: blueprint.messages.length }, (_, at) => 101 + at);
  return {
    clients,
    leaks: audit.leaks,
    act: async (deed, token) => {
      const wish = wishOf(deed, { now: seconds(), token, ids: sent });
      if (wish === undefined) return clock.pass("1 min");
      const { id } = await ask(realm, callerOf(realm, deed.who), wish);
      if (wish.path === "/messages" && typeof id === "number") sent.push(id);
    },
    pry: async () => {
      for (const { caller, queue } of clients)
        if (queue !== undefined) await pry(caller, sent.slice(-15));
    },
    rest: () => clock.pass("4 min"),
    listen: async () => {
      let [told, changed] = [false, false];
      for (const client of clients) {
        const heard = await catchUp(client, realm, clock.now());
        told ||= heard.told;
        changed ||= heard.changed;
      }
      return { told, changed };
    },
  };
}

const verbs = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

async function ask(realm: Realm, by: Caller, { method, path, parameters, file }: Wish) {
  if (file === undefined) return (await by[verbs[method]](path, parameters)).body;
  const body = new FormData();
  body.append("file", new Blob([file], { type: "image/gif" }), "file.gif");
  const headers = { authorization: authorization(by.account) };
  await realm.fetch(new Request(`${base}${path}`, { method, headers, body }));
  return {};
}

/** The picture of a fresh register, and the queue that belongs to it. */
export async function pictureNow({
  caller,
  countsPeople,
}: Pick<Client, "caller" | "countsPeople">) {
  const answer = await caller.register({ include_subscribers: countsPeople });
  const decoded = atOnce(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  if (decoded.misfits.length > 0) throw new Error(JSON.stringify(decoded.misfits));
  const picture = atOnce(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
  return { picture, queue: String(answer["queue_id"]) };
}

export const everything = { kind: "all" } as const;

/** All that the person has received and may still read. */
export async function pageNow(caller: Caller) {
  const wanted = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false };
  const { body } = await caller.get("/messages", wanted);
  const { messages, misfits } = atOnce(decodeMessages(body["messages"]));
  if (misfits.length > 0) throw new Error(JSON.stringify(misfits));
  return { messages, foundOldest: true, foundNewest: true, anchor: body["anchor"] };
}

async function connect(caller: Caller, countsPeople: boolean): Promise<Client> {
  const { picture, queue } = await pictureNow({ caller, countsPeople });
  const page = await pageNow(caller);
  const filled = mergePage(picture, everything, page, askedNow(picture), newBatch("page"));
  const seen = new Set<number>(ids(filled.messages));
  return {
    caller,
    countsPeople,
    queue,
    picture: filled,
    last: -1,
    hasChangedRole: false,
    seen,
    lost: new Set<number>(),
  };
}

/** Whoever could not sign in has lost their queue, and begins anew once they can. */
async function resume(client: Client, { control }: Realm): Promise<void> {
  const { caller, countsPeople, queue } = client;
  const { queues, state } = control.server;
  if (queue !== undefined && queues.has(queue)) return;
  const canSignIn = state.people.byId.get(caller.account.user_id)?.isActive === true;
  if (canSignIn) Object.assign(client, await connect(caller, countsPeople));
  else client.queue = undefined;
}

async function catchUp(client: Client, realm: Realm, now: number): Promise<Heard> {
  await resume(client, realm);
  if (client.queue === undefined) return { told: false, changed: false };
  const before = client.picture;
  const events = await client.caller.events(client.queue, client.last);
  for (const raw of events) {
    client.last = Math.max(client.last, raw["id"]);
    const decoded = decodeEvent(raw);
    if (decoded.kind === "malformed") throw new Error(`${decoded.path} ${decoded.reason}`);
    if (decoded.kind !== "event") continue;
    for (const id of closedBy(decoded.event, client.picture)) client.lost.add(id);
    if (decoded.event.type === "message") client.seen.add(decoded.event.message.id);
    client.picture = apply(client.picture, decoded.event, newBatch("event"), now);
    client.hasChangedRole ||= roleIn(client.picture) !== roleIn(before);
  }
  if (events.length > 0) checkInvariants(client.picture);
  return { told: events.length > 0, changed: isAnother(before, client.picture) };
}

/** Streams of which the event says that the person could not go there, does not any more, or can again. */
function closedBy(event: Event, { streams }: Picture): readonly StreamId[] {
  if (event.type === "stream")
    return event.op === "update"
      ? [event.stream_id].filter(() => event.property === "invite_only")
      : event.streams.map(({ stream_id: id }) => id);
  if (event.type !== "subscription" || event.op !== "remove") return [];
  const left = event.subscriptions.map(({ stream_id: id }) => id);
  return left.filter((id) => get(streams, id)?.isPrivate === true);
}

function roleIn({ people, ownId }: Picture): number | undefined {
  return get(people, ownId)?.role;
}

/** What is kept for pages under way counts for nothing. */
function isAnother(before: Picture, after: Picture): boolean {
  const keys = (Object.keys(before) as (keyof Picture)[]).filter(
    (key) => key !== "recent" && key !== "lastEvent",
  );
  return keys.some((key) => before[key] !== after[key]);
}
