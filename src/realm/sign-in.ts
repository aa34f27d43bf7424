/**
 * Signing in: with a password, and through a browser on the page of a provider that signs in whoever is chosen there. The
 * browser gets a key for a mobile client, or a token that a desktop client exchanges for a session.
 */
import { createCipheriv } from "node:crypto";
import { below } from "#base/random.ts";
import type { Person } from "#realm/state/people.ts";
import * as wire from "#wire/endpoints/account.ts";
import { since } from "#wire/levels.ts";
import { notFound, page, success, tooManyRequests } from "./answers.ts";
import { randomKey, unauthorized } from "./credentials.ts";
import { Refusal, refusalOf } from "./failures.ts";
import { escapeHtml } from "./html.ts";
import { missing, readForm } from "./parameters.ts";
import type { Server } from "./server.ts";
import {
  isProvider,
  providers,
  type SignInWay,
  signInWays,
  takesPasswords,
} from "./sign-in-ways.ts";

/** What server settings say about signing in. */
export function signInSettings({ signIn: { ways } }: Server) {
  const has = (way: SignInWay) => ways.includes(way);
  const methods = signInWays.map((way) => [way === "oidc" ? "openid connect" : way, has(way)]);
  return {
    authentication_methods: {
      ...{ dev: false, remoteuser: false },
      ...Object.fromEntries(methods),
      email: has("password"),
      password: takesPasswords(ways),
    },
    email_auth_enabled: has("password"),
    require_email_format_usernames: !has("ldap"),
    external_authentication_methods: ways.filter(isProvider).map((way) => ({
      name: providers[way].name,
      display_name: providers[way].title,
      display_icon: null,
      login_url: `/accounts/login/social/${providers[way].page}`,
      signup_url: `/accounts/register/social/${providers[way].page}`,
    })),
  };
}

// With a password.

function refused(wanted: string): Refusal {
  const row = wire.fetchApiKey.errors?.find(({ code }) => code === wanted);
  if (row === undefined) throw new RangeError(`No error ${wanted} is declared.`);
  return refusalOf(row);
}

/** Throws if nobody can sign in, with whatever. */
export function requireRealm({ signIn: { realm } }: Server): void {
  if (realm === "absent")
    throw new Refusal("Invalid subdomain", { code: "NONEXISTENT_SUBDOMAIN", status: 404 });
  if (realm === "deactivated") throw refused("REALM_DEACTIVATED");
}

const mostFailures = 5;
const failureMs = 30 * 60_000;

export function keyForPassword(server: Server, username: string, password: string) {
  const { signIn, clock, level } = server;
  requireRealm(server);
  if (!takesPasswords(signIn.ways)) throw refused("PASSWORD_AUTH_DISABLED");
  const elapsed = clock.elapsed();
  const failures = (signIn.failures.get(username) ?? []).filter((at) => at > elapsed - failureMs);
  const [first = elapsed] = failures;
  if (failures.length >= mostFailures) throw tooManyRequests((first + failureMs - elapsed) / 1000);
  const person = personCalled(server, username);
  // Deactivation is reported before the password is checked.
  if (person?.isActive === false) throw refused("USER_DEACTIVATED");
  if (person?.password !== password || person.apiKey === undefined) {
    signIn.failures.set(username, [...failures, elapsed]);
    throw refused("AUTHENTICATION_FAILED");
  }
  if (signIn.resets.includes(person.id)) throw refused("PASSWORD_RESET_REQUIRED");
  signIn.failures.delete(username);
  const id = level < since.fetchedUserId ? {} : { user_id: person.id };
  return { api_key: person.apiKey, email: person.loginEmail, ...id };
}

/** With LDAP, by the user name too: what the address begins with. */
function personCalled({ state: { people }, signIn: { ways } }: Server, username: string) {
  const name = username.toLowerCase();
  const person = people.byLogin.get(name);
  if (person !== undefined || !ways.includes("ldap")) return person;
  return [...people.byLogin].find(([email]) => email.startsWith(`${name}@`))?.[1];
}

// Through a browser: the provider's page, and where it leads to.

/** The page of a provider, at the address that server settings state. */
export async function providerPage(server: Server, request: Request): Promise<Response> {
  const { pathname, searchParams, origin } = new URL(request.url);
  const isOffered = server.signIn.ways
    .filter(isProvider)
    .some((way) => pathname === `/accounts/login/social/${providers[way].page}`);
  if (!isOffered || server.signIn.realm === "absent") return notFound();
  const flow = flowOf(searchParams);
  if (request.method !== "POST") return choicePage(server, pathname, searchParams);
  const { form } = await readForm(server, request);
  const person = server.state.people.byLogin.get((form.get("email") ?? "").toLowerCase());
  if (server.signIn.realm === "deactivated")
    return page(403, "This organization has been deactivated");
  if (person?.apiKey === undefined) return page(403, "No account has this email address");
  if (!person.isActive) return page(403, "Your account has been deactivated");
  return flow.kind === "mobile"
    ? toMobile(server, person, person.apiKey, flow.pad, origin)
    : toDesktop(server, person, flow.pad);
}

type Flow = { readonly kind: "mobile" | "desktop"; readonly pad: Buffer };

function flowOf(query: URLSearchParams): Flow {
  const [mobile, desktop] = [query.get("mobile_flow_otp"), query.get("desktop_flow_otp")];
  if (mobile !== null && desktop !== null)
    throw new Refusal("Can't use both mobile_flow_otp and desktop_flow_otp together.");
  const digits = mobile ?? desktop;
  if (digits === null) throw missing("mobile_flow_otp");
  if (!/^[\da-f]{64}$/i.test(digits)) throw new Refusal("Invalid OTP");
  return { kind: mobile === null ? "desktop" : "mobile", pad: Buffer.from(digits, "hex") };
}

/** A form without a script, for text browsers. The main account is the first. */
function choicePage({ state, you }: Server, path: string, query: URLSearchParams): Response {
  const options = [...state.people.byId.values()]
    .filter(({ apiKey, isActive, isBot }) => apiKey !== undefined && isActive && !isBot)
    .sort((a, b) => Number(b.id === you) - Number(a.id === you))
    .map(({ loginEmail, fullName }) => {
      const [email, name] = [escapeHtml(loginEmail), escapeHtml(fullName)];
      return `<option value="${email}">${name} (${email})</option>`;
    });
  return page(
    200,
    "Sign in as …",
    `<form method="post" action="${escapeHtml(`${path}?${query}`)}">
<select name="email">${options.join("")}</select> <input type="submit" value="Sign in">
</form>`,
  );
}

/** LEVEL(108): the account's ID is not in it before. */
function toMobile(
  { brand, level }: Server,
  { loginEmail, id }: Person,
  key: string,
  pad: Buffer,
  realm: string,
): Response {
  const sealed = Buffer.from(key).map((byte, at) => byte ^ (pad[at] ?? 0));
  const query = new URLSearchParams({
    otp_encrypted_api_key: Buffer.from(sealed).toString("hex"),
    email: loginEmail,
    ...(level < since.mobileUserId ? {} : { user_id: String(id) }),
    realm,
  });
  return new Response(null, { status: 302, headers: { location: `${brand}://login?${query}` } });
}

const tokenMs = 15_000;

function toDesktop({ random, clock, signIn }: Server, person: Person, pad: Buffer): Response {
  const token = randomKey(random);
  signIn.tokens.set(token, { personId: person.id, until: clock.elapsed() + tokenMs });
  const iv = Buffer.from(Array.from({ length: 12 }, () => below(random, 256)));
  const cipher = createCipheriv("aes-256-gcm", pad, iv);
  const parts = [iv, cipher.update(token), cipher.final(), cipher.getAuthTag()];
  const text = Buffer.concat(parts).toString("hex");
  return page(
    200,
    "Copy this into your client",
    `<p id="token">${text}</p>
<button onclick="navigator.clipboard.writeText(document.getElementById('token').textContent)">Copy</button>`,
  );
}

/** Begins a session with a token, once. */
export function startSession({ signIn, clock, random }: Server, token: string): Response {
  const ticket = signIn.tokens.get(token);
  signIn.tokens.delete(token);
  if (ticket === undefined || clock.elapsed() > ticket.until)
    return page(400, "Invalid or expired login session");
  const [id, csrf] = [randomKey(random), randomKey(random)];
  signIn.sessions.set(id, { personId: ticket.personId, csrf });
  const headers = new Headers({ location: "/" });
  headers.append("set-cookie", `csrftoken=${csrf}; Path=/; SameSite=Lax`);
  headers.append("set-cookie", `sessionid=${id}; HttpOnly; Path=/; SameSite=Lax`);
  return new Response(null, { status: 302, headers });
}

/** The key of the session's account: for its password, or where there are none. */
export async function keyOfSession(server: Server, request: Request): Promise<Response> {
  const { form } = await readForm(server, request);
  const cookies = new Map(
    (request.headers.get("cookie") ?? "").split(/; */).map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [name, value] as const;
    }),
  );
  const csrf = cookies.get("csrftoken");
  const referer = URL.parse(request.headers.get("referer") ?? "");
  const isOwnPage = referer?.origin === new URL(request.url).origin;
  if (csrf === undefined || request.headers.get("x-csrftoken") !== csrf || !isOwnPage)
    throw new Refusal("CSRF error: the token or the referer is wrong.", {
      code: "CSRF_FAILED",
      status: 403,
    });
  const session = server.signIn.sessions.get(cookies.get("sessionid") ?? "");
  requireRealm(server);
  const person = server.state.people.byId.get(session?.personId ?? 0);
  if (session?.csrf !== csrf || person?.isActive !== true)
    throw unauthorized("Not logged in: API authentication or user session required");
  const { apiKey, loginEmail, password } = person;
  const isOpen = !takesPasswords(server.signIn.ways);
  if (!isOpen && (password === undefined || form.get("password") !== password))
    throw new Refusal("Password is incorrect.");
  return success({ api_key: apiKey, email: loginEmail }, []);
}
