/** The realm in this process that the cases are run against. */
import type { Realm } from "#realm/realm.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { authorization, type Body, base, call as callRealm, startRealm } from "../support/realm.ts";
import { contractBlueprint, type Part, parts } from "./cast.ts";

export type Account = {
  readonly email: string;
  readonly api_key: string;
  readonly user_id: number;
  readonly full_name: string;
};

export type Answered = { readonly status: number; readonly body: Body };

export type Control = {
  /** The next batched operation times out half-way. */
  readonly outOfTime: () => Promise<void>;
  readonly setRealm: (property: string, value: unknown) => Promise<void>;
  /** Makes a user a billing administrator, or revokes that. */
  readonly setBilling: (userId: number, isBillingAdmin: boolean) => Promise<void>;
};

export type Contracted = {
  readonly level: number;
  readonly cast: Readonly<Record<Part, Account>>;
  readonly send: (
    method: string,
    path: string,
    parameters: Body,
    account: Account | undefined,
  ) => Promise<Answered>;
  readonly clock: FakeClock;
  readonly control: Control;
  /** The administrator's comment of each mail to an address. */
  readonly mails: (address: string) => readonly string[];
};

function headersOf(account: Account | undefined): Record<string, string> {
  const agent = { "user-agent": "weir-contract/1" };
  if (account === undefined) return agent;
  const { email, api_key, ...rest } = account;
  return { ...agent, authorization: authorization({ ...rest, role: 0, email, api_key }) };
}

/** A realm of this process at a level. */
export function ownServer(level: number): Contracted {
  const clock = fakeClock();
  const blueprint = contractBlueprint(Math.floor(clock.now() / 1000));
  const { realm } = startRealm({ clock, level, blueprint });
  const accounts = parts.map((part) => [
    part,
    realm.accounts.find(({ email }) => email === `${part}@contract.example`),
  ]);
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
      setBilling: async (userId, isAdmin) =>
        realm.control.setBilling({ userId, isBillingAdmin: isAdmin }),
    },
    mails: (address) =>
      server.mails.filter(({ to }) => to === address).map(({ comment }) => comment),
  };
}

function hasFile(parameters: Body): boolean {
  return Object.values(parameters).some((value) => value instanceof File);
}

async function upload(
  realm: Realm,
  path: string,
  parameters: Body,
  headers: Record<string, string>,
): Promise<Answered> {
  const body = new FormData();
  for (const [name, value] of Object.entries(parameters)) body.append(name, value);
  const answer = await realm.fetch(new Request(base + path, { method: "POST", headers, body }));
  return { status: answer.status, body: bodyOf(await answer.text()) };
}

function bodyOf(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
