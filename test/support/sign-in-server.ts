/** The server's side of signing in, built from the protocol alone; and the browser of somebody who does. */
import { createCipheriv, randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { HttpAnswer, HttpRequest, Send } from "#api/transport.ts";
import { json, success } from "./answers.ts";
import { startHttp } from "./https-server.ts";

export const noor = {
  id: 7,
  email: "noor@acme.example",
  name: "Noor Haddad",
  key: "N0o".padEnd(32, "r"),
};
export const eve = { id: 8, email: "eve@acme.example", name: "Eve", key: "E".repeat(32) };
type Person = typeof noor;

export type SignInKind = {
  readonly passwords?: boolean;
  readonly ldap?: boolean;
  readonly methods?: readonly (readonly [name: string, title: string])[];
  /** Where the methods' page is, what the realm states as its address, and where a session leads, if not there. */
  readonly page?: string;
  readonly stated?: string;
  readonly landing?: string;
};

/** The server's side of the flows, and a browser in which somebody signs in at the address that was shown. */
export function signInServer(
  site: string,
  { passwords = false, ldap = false, methods = [], page, stated, landing }: SignInKind,
) {
  let token: string | undefined;
  const settings = {
    svc_feature_level: 512,
    realm_name: "Acme",
    realm_url: stated ?? site,
    email_auth_enabled: passwords,
    authentication_methods: { password: passwords, ldap },
    require_email_format_usernames: !ldap,
    external_authentication_methods: methods.map(([name, display_name]) => ({
      name,
      display_name,
      login_url: page ?? `/accounts/login/${name}?next=/`,
    })),
  };
  const ownOf = (header: string) => {
    const sent = Buffer.from(header.slice("Basic ".length), "base64").toString();
    const person = [noor, eve].find(({ email, key }) => sent === `${email}:${key}`);
    if (person === undefined) return json({ result: "error", msg: "Invalid API key" }, 401);
    return success({ user_id: person.id, email: person.email, full_name: person.name });
  };
  const session = (pathname: string, headers: HttpRequest["headers"]): HttpAnswer => {
    if (token !== undefined && pathname === `/accounts/login/subdomain/${token}`) {
      token = undefined;
      const cookie =
        "__Host-csrftoken=c5; expires=Sun, 29 Nov 2026 10:00:00 GMT; Path=/, __Host-sessionid=s5; HttpOnly";
      return {
        status: 302,
        headers: { location: landing ?? `${site}/`, "set-cookie": cookie },
        text: "",
      };
    }
    const isSession =
      headers["cookie"] === "__Host-csrftoken=c5; __Host-sessionid=s5" &&
      headers["x-csrftoken"] === "c5" &&
      headers["referer"] === `${site}/`;
    if (pathname === "/json/fetch_api_key" && isSession)
      return passwords
        ? json({ result: "error", msg: "Password is incorrect.", code: "BAD_REQUEST" }, 400)
        : success({ api_key: noor.key, email: noor.email, user_id: noor.id });
    return { status: 400, headers: {}, text: "<html>Invalid or expired login session</html>" };
  };
  const send: Send = async ({ url, headers, body }): Promise<HttpAnswer> => {
    const { pathname } = new URL(url);
    if (pathname === "/api/v1/server_settings") return success(settings);
    if (pathname === "/api/v1/users/me") return ownOf(headers["authorization"] ?? "");
    if (pathname === "/api/v1/fetch_api_key")
      return String(body).includes("password=right")
        ? success({ api_key: noor.key, email: noor.email, user_id: noor.id })
        : json({ result: "error", msg: "Wrong.", code: "AUTHENTICATION_FAILED" }, 401);
    return session(pathname, headers);
  };
  const browse = (shown: string, person: Person = noor, changes = {}) => {
    const url = URL.parse(shown) ?? expect.fail(`No address was shown: ${shown}`);
    const mobile = url.searchParams.get("mobile_flow_otp");
    if (mobile !== null) {
      const pad = Buffer.from(mobile, "hex");
      const key = [...person.key].map((letter, at) => letter.charCodeAt(0) ^ (pad[at] ?? 0));
      return `svc://login?${new URLSearchParams({
        otp_encrypted_api_key: Buffer.from(key).toString("hex"),
        email: person.email,
        user_id: String(person.id),
        realm: site,
        ...changes,
      })}`;
    }
    token = randomBytes(8).toString("hex");
    const iv = randomBytes(12);
    const pad = url.searchParams.get("desktop_flow_otp") ?? expect.fail("No digits were sent.");
    const cipher = createCipheriv("aes-256-gcm", Buffer.from(pad, "hex"), iv);
    const text = [iv, cipher.update(token), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(text).toString("hex");
  };
  const wait16s = () => {
    token = undefined;
  };
  return { send, browse, wait16s };
}

/** The same on a port of this machine. */
export async function serveSignIn(kind: SignInKind) {
  let server: ReturnType<typeof signInServer> | undefined;
  const site = await startHttp(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { method = "", headers: sent, url } = request;
    const headers = sent as Record<string, string>;
    const asked = { method, url: `${site}${url}`, headers, body };
    const answer = await server?.send(asked, new AbortController().signal);
    response.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.text);
  });
  server = signInServer(site, kind);
  return { ...server, site };
}
