/** The server that the cases are held against: a realm in this process, or the one that `SVC_URL` names. */
import { readFileSync } from "node:fs";
import { FormData, request } from "undici";
import type { Realm } from "#realm/realm.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { authorization, type Body, base, call as callRealm, startRealm } from "../support/realm.ts";
import { contractBlueprint, describes, type Part, parts } from "./cast.ts";

export type Account = {
  readonly email: string;
  readonly api_key: string;
  readonly user_id: number;
  readonly full_name: string;
};

export type Answered = { readonly status: number; readonly body: Body };

/** The strings of a realm of ours. */
export type Control = {
  /** The next work that is done in batches stops half-way. */
  readonly outOfTime: () => Promise<void>;
  readonly setRealm: (property: string, value: unknown) => Promise<void>;
  /** Whether somebody looks after what the organization pays. */
  readonly setBilling: (userId: number, isBillingAdmin: boolean) => Promise<void>;
};

export type Contracted = {
  readonly level: number;
  /** Whoever plays a part here; a part may have nobody. */
  readonly cast: Readonly<Partial<Record<Part, Account>>>;
  readonly send: (
    method: string,
    path: string,
    parameters: Body,
    account: Account | undefined,
  ) => Promise<Answered>;
  readonly clock: FakeClock | undefined;
  readonly control: Control | undefined;
  /** Mails to an address: the administrator's words of each. */
  readonly mails: ((address: string) => readonly string[]) | undefined;
  /** Keeps names apart from those of earlier runs. */
  readonly mark: string;
};

function headersOf(account: Account | undefined): Record<string, string> {
  const agent = { "user-agent": "weir-contract/1" };
  if (account === undefined) return agent;
  const { email, api_key, ...rest } = account;
  return { ...agent, authorization: authorization({ ...rest, role: 0, email, api_key }) };
}

/** A realm of this process at a level; every part is played. */
export function ownServer(level: number): Contracted {
  const clock = fakeClock();
  const blueprint = contractBlueprint(Math.floor(clock.now() / 1000));
  const { realm } = startRealm({ clock, level, blueprint });
  const accounts = parts.map((part) => {
    const account = realm.accounts.find(({ email }) => email === `${part}@contract.example`);
    return [part, account] as const;
  });
  const { server } = realm.control;
  return {
    level,
    cast: Object.fromEntries(accounts),
    send: (method, path, parameters, account) =>
      hasFile(parameters)
        ? upload(realm, path, parameters, headersOf(account))
        : callRealm(realm, method, path, parameters, headersOf(account)),
    clock,
    control: {
      outOfTime: async () => realm.control.outOfTime(),
      setRealm: async (property, value) => realm.control.setRealm(property, value),
      setBilling: async (userId, isAdmin) => realm.control.setBilling(userId, isAdmin),
    },
    mails: (address) =>
      server.mails.filter(({ to }) => to === address).map(({ comment }) => comment),
    mark: "",
  };
}

type Announced = {
  readonly accounts: readonly (Account & { readonly role: number })[];
  readonly control?: string;
};

/** The first line of a file that is JSON: others come from whatever started the server. */
function accountsIn(file: string | undefined): Announced {
  if (file === undefined) throw new Error("SVC_ACCOUNTS names no file with the server's accounts.");
  const lines = readFileSync(file, "utf8").split("\n");
  return JSON.parse(lines.find((line) => line.startsWith("{")) ?? "");
}

/** Another server over HTTP; `file` holds its accounts as the first line of `weir realm --json` does. */
export async function otherServer(url: string, file: string | undefined): Promise<Contracted> {
  const announced = accountsIn(file);
  const send: Contracted["send"] = (method, path, parameters, account) =>
    overHttp(`${url}/api/v1${path}`, method, parameters, headersOf(account));
  const { body: settings } = await send("GET", "/server_settings", {}, undefined);
  const level = Object.entries(settings).find(([key]) => key.endsWith("_feature_level"))?.[1] ?? 0;
  const first = announced.accounts[0];
  const { body: people } = await send("GET", "/users", {}, first);
  const control = announced.control;
  return {
    level,
    cast: castOf(announced.accounts, people["members"] ?? []),
    send,
    clock: undefined,
    control: control === undefined ? undefined : remoteControl(control),
    mails: undefined,
    mark: Math.random().toString(36).slice(2, 6),
  };
}

/** Gives each part to the first account of its kind that has none yet; the bot must be the member's. */
function castOf(accounts: readonly Account[], people: readonly Body[]): Contracted["cast"] {
  const free = new Map(accounts.map((account) => [account.user_id, account]));
  const owned = people.filter((one) => free.has(one["user_id"]) && free.has(one["bot_owner_id"]));
  const owners = new Set(owned.map((bot) => bot["bot_owner_id"]));
  // Those who own bots come first, so that the member is one of them if there is any.
  const eager = people.toSorted(
    (a, b) => Number(owners.has(b["user_id"])) - Number(owners.has(a["user_id"])),
  );
  const taken = new Map<Part, Account>();
  for (const part of parts) {
    const { role, isBot } = describes(part);
    const person = eager.find(
      (one) =>
        free.has(one["user_id"]) &&
        one["role"] === role &&
        one["is_bot"] === isBot &&
        (!isBot || one["bot_owner_id"] === taken.get("member")?.user_id),
    );
    const account = free.get(person?.["user_id"]);
    if (account === undefined) continue;
    free.delete(account.user_id);
    taken.set(part, account);
  }
  return Object.fromEntries(taken);
}

function hasFile(parameters: Body): boolean {
  return Object.values(parameters).some((value) => value instanceof File);
}

function formOf<Form extends { append(name: string, value: string | Blob): void }>(
  form: Form,
  parameters: Body,
): Form {
  for (const [name, value] of Object.entries(parameters)) form.append(name, value);
  return form;
}

/** Files travel as a multipart form, which the platform writes. */
async function upload(
  realm: Realm,
  path: string,
  parameters: Body,
  headers: Record<string, string>,
): Promise<Answered> {
  const body = formOf(new globalThis.FormData(), parameters);
  const answer = await realm.fetch(new Request(base + path, { method: "POST", headers, body }));
  return { status: answer.status, body: bodyOf(await answer.text()) };
}

function encoded(parameters: Body): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === "string" ? value : JSON.stringify(value)] as [string, string]],
  );
  return new URLSearchParams(pairs).toString();
}

async function overHttp(
  url: string,
  method: string,
  parameters: Body,
  headers: Record<string, string>,
): Promise<Answered> {
  if (hasFile(parameters)) {
    const answer = await request(url, {
      method: "POST",
      headers,
      body: formOf(new FormData(), parameters),
    });
    return { status: answer.statusCode, body: bodyOf(await answer.body.text()) };
  }
  const text = encoded(parameters);
  const isGet = method === "GET";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const { statusCode, body } = await request(isGet && text !== "" ? `${url}?${text}` : url, {
    method: method as "GET" | "POST" | "PATCH" | "DELETE",
    headers: isGet ? headers : { ...headers, ...form },
    ...(isGet ? {} : { body: text }),
  });
  return { status: statusCode, body: bodyOf(await body.text()) };
}

function bodyOf(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function remoteControl(url: string): Control {
  const command = async (name: string, body: Body) => {
    const answer = await request(`${url}/${name}`, { method: "POST", body: JSON.stringify(body) });
    await answer.body.dump();
  };
  return {
    outOfTime: () => command("out-of-time", {}),
    setRealm: (property, value) => command("realm", { property, value }),
    setBilling: (userId, isBillingAdmin) => command("billing", { userId, isBillingAdmin }),
  };
}
