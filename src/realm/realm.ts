/** The embedded realm: a complete server as a function from request to response. */
import type { Clock } from "#base/clock.ts";
import { type Log, silent } from "#base/log.ts";
import { below, type Random } from "#base/random.ts";
import { type DeliveredMessage, type ResidentPort, residentPort } from "#realm/residents/port.ts";
import { armDelivery } from "#realm/routes/scheduled.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { apply } from "#realm/state/apply.ts";
import type { Change } from "#realm/state/changes.ts";
import { activeEmoji } from "#realm/state/customization.ts";
import type { People } from "#realm/state/people.ts";
import type { State } from "#realm/state/state.ts";
import { defaultLevel } from "#wire/limits.ts";
import type { Faults } from "./control.ts";
import { type Control, controlOf } from "./control.ts";
import { Refusal, StateFileProblem } from "./failures.ts";
import { handlerOf } from "./handle.ts";
import { rateLimits } from "./rates.ts";
import type { Server } from "./server.ts";
import type { Save } from "./state-file.ts";
import { noVariation, variation } from "./variation.ts";
import { unicodeEmoji, worldOf } from "./world.ts";

export type RealmOptions = {
  readonly clock: Clock;
  readonly random: Random;
  readonly blueprint: Blueprint;
  /** Feature level; 278 when absent. */
  readonly level?: number | undefined;
  /** The prefix in `<brand>_feature_level`. */
  readonly brand?: string | undefined;
  /** 200 requests a minute unless false. */
  readonly rateLimit?: boolean | undefined;
  /** The seed; absent: no variation. */
  readonly variation?: number | undefined;
  /** The minimum time between two heartbeats of a poll; 45 s by default. */
  readonly heartbeatMs?: number | undefined;
  readonly save?: Save | undefined;
  readonly log?: Log | undefined;
};

/** An account with credentials. */
export type Account = {
  readonly email: string;
  readonly full_name: string;
  readonly user_id: number;
  readonly role: number;
  readonly api_key: string;
  /** Absent if only the key is accepted. */
  readonly password?: string | undefined;
};

export type Realm = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The blueprint's main account comes first. */
  readonly accounts: readonly Account[];
  readonly control: Control;
  /** The interface for residents. */
  readonly port: ResidentPort;
  /** Calls the listener for every message; the returned function unsubscribes. */
  readonly onMessage: (listener: (message: DeliveredMessage) => void) => () => void;
  /** Answers all waiting polls. */
  readonly stop: () => void;
};

export function createRealm(options: RealmOptions): Realm {
  const blueprint = options.save?.blueprint ?? options.blueprint;
  const stopping = new AbortController();
  const server = serverOf(options, blueprint, stopping.signal);
  armDelivery(server);
  const faults: Faults = [];
  const control = controlOf(server, faults);
  return {
    fetch: handlerOf(server, faults, control),
    accounts: accountsOf(server.state.people, blueprint.you.userId),
    control,
    port: residentPort(server),
    onMessage: (listener) => listen(server, listener),
    stop: () => stopping.abort(),
  };
}

/** The realm's URL until the first request. */
const unvisited = "http://localhost";

function serverOf(options: RealmOptions, blueprint: Blueprint, stopped: AbortSignal): Server {
  const { clock, random, save, log = silent } = options;
  const brand = options.brand ?? "svc";
  const level = options.level ?? defaultLevel;
  const server: Server = {
    ...worldOf(blueprint),
    queues: new Map(),
    clock,
    random,
    you: blueprint.you.userId,
    brand,
    level,
    // Distinguishes realms that start in the same second.
    generation: Math.floor(clock.now() / 1000) + below(random, 1_000_000),
    maxUnreadListed: 50_000,
    runsOutOfTime: false,
    mails: [],
    fileLinks: new Map(),
    delivery: { isArmed: false },
    keep: () => undefined,
    variation: options.variation === undefined ? noVariation : variation(options.variation),
    rates: rateLimits(clock, options.rateLimit ?? true),
    presences: initialPresences(blueprint, Math.floor(clock.now() / 1000)),
    emoji: (name) => emojiOf(server.state, brand, name),
    log,
    heartbeatMs: options.heartbeatMs ?? 45_000,
    onMessage: new Set(),
    stopped,
    url: unvisited,
  };
  if (save !== undefined) {
    save.restore((change) => apply(server.state, change));
    server.keep = (changes) => keepIn(save, changes, log);
  }
  return server;
}

function keepIn(save: Save, changes: readonly Change[], log: Log): void {
  try {
    save.append(changes);
  } catch (problem) {
    log.warn("The state file failed.", { problem: String(problem) });
    if (!(problem instanceof StateFileProblem)) throw problem;
    throw new Refusal(problem.message, { code: "", status: 500 });
  }
}

/** Custom emoji first, then the one that every realm has, then Unicode. */
function emojiOf({ customization }: State, brand: string, name: string) {
  const own = activeEmoji(customization, name);
  if (own !== undefined) return { code: String(own.id), type: "realm_emoji" };
  if (name === brand) return { code: brand, type: `${brand}_extra_emoji` };
  return unicodeEmoji(name);
}

function initialPresences({ users }: Blueprint, seconds: number): Server["presences"] {
  return new Map(
    users.flatMap(({ id, presence }) => {
      if (presence === undefined) return [];
      const active = presence === "active" ? seconds : seconds - 1_800;
      return [[id, { active, idle: seconds }] as const];
    }),
  );
}

function accountsOf({ byId }: People, you: number): readonly Account[] {
  const accounts = [...byId.values()].flatMap(
    ({ loginEmail: email, fullName: full_name, id: user_id, role, apiKey: api_key, password }) =>
      api_key === undefined ? [] : [{ email, full_name, user_id, role, api_key, password }],
  );
  return accounts.sort((a, b) => Number(b.user_id === you) - Number(a.user_id === you));
}

function listen(server: Server, listener: (message: DeliveredMessage) => void): () => void {
  const watch: Parameters<Server["onMessage"]["add"]>[0] = (message) => {
    const { id, senderId, content, streamId, topic, participants } = message;
    const place = streamId === undefined ? { to: participants } : { streamId, topic };
    listener({ id, senderId, content, place });
  };
  server.onMessage.add(watch);
  return () => void server.onMessage.delete(watch);
}
