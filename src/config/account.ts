/** An account on a server: what it takes to sign in, and how it is written. */
import { readSite } from "./site.ts";

/** What is accepted of a server, and shown to it, before it gets the key. */
export type Security = {
  /** Certificates are not checked. */
  readonly insecure: boolean;
  /** The person accepts that the key travels unencrypted. */
  readonly allowHttp: boolean;
  /** Paths of PEM files, as written. */
  readonly certBundle?: string;
  readonly clientCert?: string;
  readonly clientCertKey?: string;
};

export const usualSecurity: Security = { insecure: false, allowHttp: false };

export type Account = Security & {
  /** Base URL without a slash at its end and without `/api`. */
  readonly site: string;
  readonly email: string;
  readonly key: string;
};

/** What was found where an account was looked for. Each `sentence` says what to do and is fit to show. */
export type AccountReading =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "absent" }
  | { readonly kind: "wrong"; readonly sentence: string };

/** The values of an account before anybody looked at them, by the names that the files use. */
export type AccountFields = {
  readonly email?: string | undefined;
  readonly key?: string | undefined;
  readonly site?: string | undefined;
  readonly insecure?: string | undefined;
  readonly allow_http?: string | undefined;
  readonly cert_bundle?: string | undefined;
  readonly client_cert?: string | undefined;
  readonly client_cert_key?: string | undefined;
};

const needed = ["email", "key", "site"] as const;
const switches = ["insecure", "allow_http"] as const;

/** `where` begins the sentence about what is wrong: the file and the section. */
export function readAccount(fields: AccountFields, where: string): AccountReading {
  const wrong = (what: string) => ({ kind: "wrong", sentence: `${where} ${what}` }) as const;
  const { email, key, site: address } = fields;
  if (!email || !key || !address) {
    const missing = needed.filter((name) => !fields[name]);
    return wrong(`has no ${listed(missing)}. It needs ${listed(needed)}.`);
  }
  const unclear = switches.find((name) => !/^(?:true|false)$/.test(fields[name] ?? "false"));
  if (unclear !== undefined) {
    return wrong(`says ${unclear} = ${fields[unclear]}. Write true or false.`);
  }
  const site = readSite(address);
  if (site.kind === "wrong") return wrong(`says site = ${address}. ${site.sentence}`);
  return {
    kind: "account",
    account: {
      site: site.site,
      email,
      key,
      insecure: fields.insecure === "true",
      allowHttp: fields.allow_http === "true",
      ...(fields.cert_bundle && { certBundle: fields.cert_bundle }),
      ...(fields.client_cert && { clientCert: fields.client_cert }),
      ...(fields.client_cert_key && { clientCertKey: fields.client_cert_key }),
    },
  };
}

/** The account that `WEIR_SITE`, `WEIR_EMAIL` and `WEIR_API_KEY` name; absent when none of them is set. */
export function accountFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): AccountReading {
  const variables = { site: "WEIR_SITE", email: "WEIR_EMAIL", key: "WEIR_API_KEY" } as const;
  const unset = Object.values(variables).filter((name) => !environment[name]);
  if (unset.length === 3) return { kind: "absent" };
  if (unset.length > 0) {
    return {
      kind: "wrong",
      sentence: `The environment has no ${listed(unset)}. Set all three, or none.`,
    };
  }
  const fields = {
    site: environment[variables.site],
    email: environment[variables.email],
    key: environment[variables.key],
  };
  return readAccount(fields, "The environment");
}

function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
