/** An account on a server: its credentials and how they are configured. */
import { wordList } from "#base/word-list.ts";
import { readSite } from "./site.ts";

/** Security settings that apply before the key is sent to a server. */
export type Security = {
  /** Skips certificate verification. */
  readonly insecure: boolean;
  /** The user accepts that the key is sent unencrypted. */
  readonly allowHttp: boolean;
  /** Paths of PEM files, as written. */
  readonly certBundle?: string;
  readonly clientCert?: string;
  readonly clientCertKey?: string;
};

export const defaultSecurity: Security = { insecure: false, allowHttp: false };

export type Account = Security & {
  /** Base URL without a slash at its end and without `/api`. */
  readonly site: string;
  readonly email: string;
  readonly key: string;
};

/** An account whose key may be stored elsewhere. */
export type Keyless<A extends Account> = Omit<A, "key"> & { readonly key?: string };

/** The outcome of reading an account. Each `sentence` is an error for the user that says what to do. */
export type AccountResult =
  | { readonly kind: "account"; readonly account: Account }
  /** Its key is in the system's keyring. */
  | { readonly kind: "keyring"; readonly account: Omit<Account, "key"> }
  | { readonly kind: "absent" }
  | { readonly kind: "wrong"; readonly sentence: string };

/** The names in files. */
export const accountFields = [
  "site",
  "email",
  "key",
  "keyring",
  "insecure",
  "allow_http",
  "cert_bundle",
  "client_cert",
  "client_cert_key",
] as const;

/** The unvalidated values of an account. */
export type AccountFields = {
  readonly [Name in (typeof accountFields)[number]]?: string | undefined;
};

const needed = ["email", "key", "site"] as const;
const switches = ["insecure", "allow_http", "keyring"] as const;

/** `where` starts the error sentence: the file and the section. */
export function readAccount(fields: AccountFields, where: string): AccountResult {
  const wrong = (what: string) => ({ kind: "wrong", sentence: `${where} ${what}` }) as const;
  const { email, key, site: address } = fields;
  const isInKeyring = fields.keyring === "true";
  if (!email || !(key || isInKeyring) || !address) {
    const missing = needed.filter((name) => !fields[name]);
    return wrong(`has no ${wordList(missing, "and")}. It needs ${wordList(needed, "and")}.`);
  }
  if (key && isInKeyring) return wrong("has both a key and keyring = true. Remove one of them.");
  const unclear = switches.find((name) => !/^(?:true|false)$/.test(fields[name] ?? "false"));
  if (unclear !== undefined) {
    return wrong(`has ${unclear} = ${fields[unclear]}. Write true or false.`);
  }
  const site = readSite(address);
  if (site.kind === "wrong") return wrong(`has site = ${address}. ${site.sentence}`);
  const account = {
    site: site.site,
    email,
    insecure: fields.insecure === "true",
    allowHttp: fields.allow_http === "true",
    ...(fields.cert_bundle && { certBundle: fields.cert_bundle }),
    ...(fields.client_cert && { clientCert: fields.client_cert }),
    ...(fields.client_cert_key && { clientCertKey: fields.client_cert_key }),
  };
  return key ? { kind: "account", account: { ...account, key } } : { kind: "keyring", account };
}

/** The account given by `WEIR_SITE`, `WEIR_EMAIL` and `WEIR_API_KEY`; absent if none of them is set. */
export function accountFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): AccountResult {
  const variables = { site: "WEIR_SITE", email: "WEIR_EMAIL", key: "WEIR_API_KEY" } as const;
  const unset = Object.values(variables).filter((name) => !environment[name]);
  if (unset.length === 3) return { kind: "absent" };
  if (unset.length > 0) {
    return {
      kind: "wrong",
      sentence: `The environment has no ${wordList(unset, "and")}. Set all three, or none.`,
    };
  }
  const fields = {
    site: environment[variables.site],
    email: environment[variables.email],
    key: environment[variables.key],
  };
  return readAccount(fields, "The environment");
}
