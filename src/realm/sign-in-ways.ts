/** The ways to sign in that a realm can offer, and those that one does. Programs that only name them need not load the realm. */

/** Methods of other providers: the name on the wire, what people read, and the end of the page's path. */
export const providers = {
  saml: { name: "saml:test", title: "SAML", page: "saml/test" },
  google: { name: "google", title: "Google", page: "google" },
  github: { name: "github", title: "GitHub", page: "github" },
  gitlab: { name: "gitlab", title: "GitLab", page: "gitlab" },
  apple: { name: "apple", title: "Apple", page: "apple" },
  azuread: { name: "azuread", title: "Microsoft Entra ID", page: "azuread-oauth2" },
  oidc: { name: "oidc:test", title: "OpenID Connect", page: "oidc" },
} as const;

type Provider = keyof typeof providers;

/** `ldap`: passwords with user names. Without it and `password`, passwords are switched off. */
export const signInWays = ["password", "ldap", ...(Object.keys(providers) as Provider[])] as const;

export type SignInWay = (typeof signInWays)[number];

export function isProvider(way: SignInWay): way is Provider {
  return way in providers;
}

export function takesPasswords(ways: readonly SignInWay[]): boolean {
  return ways.includes("password") || ways.includes("ldap");
}

/** How people sign in, and who is about to. Not persisted. */
export type SignIn = {
  /** In the order in which they are offered. */
  ways: readonly SignInWay[];
  /** `absent`: the address is a server's, not a realm's. */
  realm: "active" | "deactivated" | "absent";
  /** The IDs of people who must choose another password. */
  resets: readonly number[];
  /** When passwords failed, by name, in `clock.elapsed()`. */
  readonly failures: Map<string, readonly number[]>;
  readonly tokens: Map<string, { readonly personId: number; readonly until: number }>;
  readonly sessions: Map<string, { readonly personId: number; readonly csrf: string }>;
};

export function signInOf(ways: readonly SignInWay[] = ["password"]): SignIn {
  const [failures, tokens, sessions] = [new Map(), new Map(), new Map()];
  return { ways, realm: "active", resets: [], failures, tokens, sessions };
}
