/** A small realm for random requests, with snapshots of its state. */
import { expect } from "vitest";
import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/apply.ts";
import type { Queue } from "#realm/state/queues.ts";
import { personalOf } from "#realm/state/state.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { createScheduled } from "#wire/endpoints/drafts.ts";
import { uploadFile } from "#wire/endpoints/files.ts";
import { createFolder } from "#wire/endpoints/folders.ts";
import { addReaction, sendMessage } from "#wire/endpoints/messages.ts";
import { addNavigationView, createReminder, createSnippet } from "#wire/endpoints/personal.ts";
import { createProfileField } from "#wire/endpoints/profile-fields.ts";
import { mutePerson } from "#wire/endpoints/topics.ts";
import { defaultLevel } from "#wire/limits.ts";
import { savedChanges, watchChanges } from "../support/changes.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { base, startRealm } from "../support/realm.ts";
import { people, smallBlueprint } from "../support/small-blueprint.ts";
import type { Caller } from "./examples.ts";
import { type FuzzRequest, requestOf } from "./requests.ts";

/** It has everything. */
const newestLevel = 512;

const ids = { ...people, olga: 20 };

export type World = {
  readonly clock: FakeClock;
  readonly realm: Realm;
  /** Queue IDs by user. */
  readonly queues: ReadonlyMap<string, string>;
  /** The path of a file that Ana uploaded. */
  readonly file: string;
};

function earlier(
  endpoint: Endpoint,
  as: Caller,
  parameters: Readonly<Record<string, unknown>>,
  path: string = endpoint.path,
): FuzzRequest {
  return requestOf(endpoint, { as, parameters, path });
}

/** Setup that creates one of each resource that a request can refer to. */
const setup: readonly FuzzRequest[] = [
  earlier(createProfileField, "cleo", { name: "Phone", field_type: 1 }),
  earlier(createScheduled, "ana", {
    type: "stream",
    to: 2,
    topic: "deploy",
    content: "later",
    scheduled_delivery_timestamp: 1_795_178_580,
  }),
  earlier(sendMessage, "ana", {
    type: "stream",
    to: 2,
    topic: "deploy",
    content: "/poll Lunch?\nyes\nno",
  }),
  earlier(mutePerson, "ana", {}, "/users/me/muted_users/14"),
  earlier(addReaction, "ana", { emoji_name: "+1" }, "/messages/103/reactions"),
  earlier(uploadFile, "ana", {}),
  earlier(createFolder, "cleo", { name: "Work" }),
  earlier(createSnippet, "ana", { title: "Hello", content: "Hello, **all**" }),
  earlier(createReminder, "ana", {
    message_id: 102,
    scheduled_delivery_timestamp: 1_795_178_580,
  }),
  earlier(addNavigationView, "ana", { fragment: "narrow/is/dm", is_pinned: true, name: "All" }),
];

function blueprint(): Blueprint {
  const small = smallBlueprint(Math.floor(fakeClock().now() / 1000));
  const [ana] = small.users;
  if (ana === undefined) throw new RangeError("The small blueprint has no users.");
  const olga = { ...ana, id: ids.olga, fullName: "Olga Own", email: "olga@small.example" };
  const users = [...small.users, { ...olga, role: 100 as const, apiKey: "o".repeat(32) }];
  return { ...small, users };
}

type InitialState = Pick<World, "queues" | "file"> & {
  readonly built: Blueprint;
  readonly changes: readonly Change[];
  readonly opened: readonly Queue[];
};

/** Builds the small realm with an owner, a queue for every active user, and the setup. */
async function begin(): Promise<InitialState> {
  const clock = fakeClock();
  const built = blueprint();
  const changes: Change[] = [];
  const { realm, as } = startRealm({ clock, blueprint: built, level: newestLevel });
  watchChanges(realm, (change) => changes.push(change));
  const queues = new Map<string, string>();
  for (const name of ["ana", "bo", "cleo", "don", "gus", "olga", "robot"] as const) {
    const { queue_id: queue } = await as(ids[name]).register({ fetch_event_types: ["message"] });
    queues.set(name, queue);
  }
  let file = "";
  for (const request of setup) {
    const answer = await realm.fetch(written({ clock, realm, queues, file }, request));
    if (request.endpoint === uploadFile) file = (await answer.json()).url;
  }
  return { queues, file, built, changes, opened: [...realm.control.server.queues.values()] };
}

let beginning: Promise<InitialState> | undefined;

/** A realm for one run. It replays the setup's changes, which is faster than repeating the requests. */
export async function startWorld(level: number = defaultLevel): Promise<World> {
  beginning ??= begin();
  const { queues, file, changes, built, opened } = await beginning;
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, save: savedChanges(built, changes), level });
  for (const queue of opened) realm.control.server.queues.set(queue.id, structuredClone(queue));
  for (const id of Object.values(ids)) personalOf(realm.control.server.state, id);
  realm.control.setRealm("moderation_request_channel_id", 2);
  await as(ids.bo).post("/users/me/presence", { status: "active" });
  return { clock, realm, queues, file };
}

function authorizationOf({ realm }: World, caller: Caller): string {
  const person = realm.control.server.state.people.byId.get(ids[caller]);
  return `Basic ${btoa(`${person?.loginEmail}:${person?.apiKey}`)}`;
}

/** Whether the caller can authenticate. */
export function hasAccount({ realm }: World, caller: Caller): boolean {
  const person = realm.control.server.state.people.byId.get(ids[caller]);
  return person?.isActive === true;
}

function written(world: World, { endpoint, path, as, pairs }: FuzzRequest): Request {
  const { method } = endpoint;
  const headers = new Headers({ authorization: authorizationOf(world, as) });
  const queue = world.queues.get(as) ?? "";
  const form = new URLSearchParams(
    pairs.map(([name, text]) => [name, text.replace("{queue}", queue)]),
  );
  const url = new URL(`${base}${path.replace("{file}", world.file)}`);
  if (endpoint.upload === true) {
    const body = new FormData();
    body.append("file", new Blob(["GIF89a"], { type: "image/gif" }), "dot.gif");
    return new Request(url, { method, headers, body });
  }
  if (method !== "GET") return new Request(url, { method, headers, body: form });
  url.search = form.toString();
  return new Request(url, { method, headers });
}

export type Answer = { readonly status: number; readonly type: string; readonly text: string };

/** The realm's answer; fails if there is none after minutes. */
export async function ask(world: World, request: FuzzRequest): Promise<Answer> {
  let response: Response | undefined;
  const answered = world.realm.fetch(written(world, request)).then((came) => {
    response = came;
  });
  // A poll without events ends with a heartbeat.
  if (request.path === "/events") {
    for (let minutes = 0; response === undefined && minutes < 3; minutes += 1)
      await world.clock.pass("1 min");
    expect(response, "a poll without an end").toBeDefined();
  }
  await answered;
  const { status, headers } = response as unknown as Response;
  const text = await (response as unknown as Response).text();
  return { status, type: headers.get("content-type") ?? "", text };
}

/** Serializes maps and sets as lists. */
function spread(_: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

/** The realm's state in serialized parts, to be compared. */
export function snapshot({ realm }: World): Readonly<Record<string, string>> {
  const { state, presences, mails, queues } = realm.control.server;
  const pending = [...queues.values()].map(({ id, events, nextId, pruned }) => ({
    id,
    nextId,
    // Like real servers, a rejected poll may still acknowledge events.
    newest: Math.max(pruned, events.at(-1)?.id ?? -1),
  }));
  const parts = Object.entries({ ...state, presences, mails, pending });
  return Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part, spread)]));
}
