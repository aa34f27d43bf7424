/** Signing in to a server that is prepared: what is asked, what is sent, and each way in which it fails. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { type HttpRequest, type Send, TransportError } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { type Prompt, signIn } from "#cli/login.ts";
import { json, success } from "../support/answers.ts";
import { fakeClock } from "../support/clock.ts";

const key = "k".repeat(32);
const settings = {
  svc_feature_level: 278,
  realm_name: "Acme",
  realm_url: "https://chat.test",
  email_auth_enabled: true,
};
const own = { user_id: 9, email: "ada@chat.test", full_name: "Ada" };

type Answers = Readonly<Record<string, Awaited<ReturnType<Send>> | Error>>;

const setUp = (answers: Answers, typed: readonly string[]) => {
  const requests: HttpRequest[] = [];
  const questions: string[] = [];
  const said: string[] = [];
  const left = [...typed];
  const send: Send = async (request) => {
    requests.push(request);
    const answer = answers[new URL(request.url).pathname.replace("/api/v1", "")];
    if (answer === undefined) throw new Error(`Nothing was prepared for ${request.url}.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const ask: Prompt = async (question) => {
    questions.push(question);
    return left.shift() ?? "";
  };
  const connect = (site: string, credentials: { email: string; key: string } | undefined) =>
    createConnection({
      site,
      credentials,
      send,
      clock: fakeClock(),
      log: silent,
      userAgent: "weir/test",
    });
  return {
    requests,
    questions,
    said,
    ports: { ask, connect, say: (sentence: string) => void said.push(sentence) },
  };
};

const good: Answers = {
  "/server_settings": success(settings),
  "/fetch_api_key": success({ api_key: key, email: "ada@login.test" }),
  "/users/me": success(own),
};

test("a password becomes a key, and the address to sign in with is the server's", async () => {
  const { ports, questions, requests } = setUp(good, ["chat.test", "ada@x.test", "secret"]);
  expect(await signIn(ports, { server: undefined, email: undefined })).toEqual({
    site: "https://chat.test",
    email: "ada@login.test",
    key,
    realm: "Acme",
    name: "Ada",
    allowHttp: false,
  });
  expect(questions).toEqual(["Server", "Email", "Password or API key"]);
  expect(requests[0]?.headers["authorization"]).toBeUndefined();
  expect(requests[1]?.body).toBe("username=ada%40x.test&password=secret");
  expect(requests[2]?.headers["authorization"]).toBe(`Basic ${btoa(`ada@login.test:${key}`)}`);
});

test("a key is taken as it is", async () => {
  const { ports, requests } = setUp(good, [key]);
  const signedIn = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(signedIn.key).toBe(key);
  expect(requests.map(({ url }) => new URL(url).pathname)).not.toContain("/api/v1/fetch_api_key");
});

/** What is different about the server, and what the person types. */
const saying = (told: Readonly<Record<string, unknown>>, typed: readonly string[]) =>
  setUp({ ...good, "/server_settings": success({ ...settings, ...told }) }, typed);

test("a password that looks like a key is tried as a password when the server knows no such key", async () => {
  const unknown = { result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" };
  const turns = [json(unknown, 401), success(own)];
  const answers = {
    ...good,
    get "/users/me"() {
      return turns.shift() ?? success(own);
    },
  };
  const password = "p".repeat(32);
  const { ports, requests } = setUp(answers, [password]);
  const entered = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(entered).toMatchObject({ email: "ada@login.test", key, name: "Ada" });
  expect(requests[2]?.body).toBe(`username=ada%40chat.test&password=${password}`);
});

test("a server without passwords lists its other ways in their order and asks for a key", async () => {
  const external_authentication_methods = [
    { name: "x", display_name: "Example Sign-On", login_url: "/x?next=1", display_icon: null },
    { name: "saml:1", display_name: "Office\u001b[31m", login_url: "https://office.test/in" },
  ];
  const told = { email_auth_enabled: false, external_authentication_methods };
  const { ports, questions, said } = saying(told, [key]);
  await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(questions).toEqual(["API key"]);
  expect(said).toEqual([
    "https://chat.test does not accept passwords. Sign in there with a browser, by one of:",
    "  Example Sign-On  https://chat.test/x?next=1",
    "  Office␛[31m  https://office.test/in",
    "Then create an API key in your settings, and enter it here.",
  ]);
});

test("where no passwords are taken, what is no key is not sent as one", async () => {
  const { ports, requests, said } = saying({ authentication_methods: { password: false } }, ["no"]);
  const signingIn = signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  await expect(signingIn).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining("32 letters and digits"),
  });
  expect(requests).toHaveLength(1);
  expect(said).toEqual([expect.stringContaining("Create an API key in your settings there")]);
});

test.each([
  { email_auth_enabled: false, authentication_methods: { password: true, ldap: true } },
  { email_auth_enabled: false, require_email_format_usernames: false },
  { email_auth_enabled: undefined },
])("passwords of a directory and of old servers are passwords: %j", async (told) => {
  const { ports, questions } = saying(told, ["secret"]);
  await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(questions).toEqual(["Password or API key"]);
});

test("a name that is no address is asked for where it may be one, and refused elsewhere", async () => {
  const { ports, questions } = saying({ require_email_format_usernames: false }, ["ada", "secret"]);
  await signIn(ports, { server: "chat.test", email: undefined });
  expect(questions[0]).toBe("Email or user name");
  const strict = saying({ require_email_format_usernames: true }, ["ada"]);
  const signingIn = signIn(strict.ports, { server: "chat.test", email: undefined });
  await expect(signingIn).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining("ada is not one"),
  });
});

test("a server that requires a newer client is quoted, and signing in continues", async () => {
  const { ports, said } = saying({ is_incompatible: true }, [key]);
  const signedIn = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(signedIn.name).toBe("Ada");
  expect(said).toEqual([expect.stringContaining("requires a newer version")]);
});

test.each([
  "http://chat.test",
  "https://elsewhere.test",
  "https://u:p@chat.test/x?y#z",
  "https://chat.test/x",
])("a server that states %s as its address gets the password where it was typed", async (url) => {
  const { ports, requests } = saying({ realm_url: url }, ["secret"]);
  const { site } = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(site).toBe("https://chat.test");
  expect(requests.map((request) => new URL(request.url).origin)).toEqual([site, site, site]);
});

test("an address on another host is reported with the command to sign in there", async () => {
  const { ports, said } = saying({ realm_url: "https://elsewhere.test" }, [key]);
  await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(said).toEqual([expect.stringMatching(/run: weir login https:\/\/elsewhere\.test$/)]);
});

const unencrypted = { server: "http://chat.test", email: "ada@chat.test" };

test("no secret is sent to an http address on another machine without consent", async () => {
  const { ports, questions, requests, said } = saying({ realm_url: "http://chat.test" }, ["no"]);
  await expect(signIn(ports, unencrypted)).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining("https"),
  });
  expect(said).toEqual([expect.stringMatching(/^http:\/\/chat\.test is not encrypted/)]);
  expect(questions).toEqual(["Sign in anyway? (yes or no)"]);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/server_settings"]);
});

test.each([
  ["a yes is remembered", "http://chat.test", ["yes", key], false, true, 2],
  ["who has agreed is not asked again", "http://chat.test", [key], true, true, 1],
  ["a server that has https gets it", "https://chat.test", [key], false, false, 1],
] as const)("%s", async (_, realm_url, typed, isAllowed, allowHttp, questionCount) => {
  const { ports, questions } = saying({ realm_url }, typed);
  const action = { ...unencrypted, allowsHttp: () => isAllowed };
  expect(await signIn(ports, action)).toMatchObject({ site: realm_url, allowHttp });
  expect(questions).toHaveLength(questionCount);
});

test.each<[string, Answers, number, RegExp]>([
  [
    "an unknown host",
    { "/server_settings": new TransportError("no", "no such host") },
    3,
    /chat\.test.*no such host/,
  ],
  [
    "a web page",
    { "/server_settings": { status: 200, headers: {}, text: "<html>" } },
    1,
    /does not respond like a compatible server/,
  ],
  [
    "a wrong password",
    {
      ...good,
      "/fetch_api_key": json(
        {
          result: "error",
          msg: "Your username or password is incorrect",
          code: "AUTHENTICATION_FAILED",
        },
        401,
      ),
    },
    4,
    /password is incorrect/,
  ],
  [
    "too many tries",
    {
      ...good,
      "/fetch_api_key": json({ result: "error", msg: "", "retry-after": 1800 }, 429, {
        "retry-after": "1800",
      }),
    },
    1,
    /wait 1800 seconds/,
  ],
  [
    "a wrong key",
    {
      ...good,
      "/users/me": json({ result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" }, 401),
    },
    4,
    /Invalid API key/,
  ],
])("%s ends with a sentence", async (_, answers, code, sentence) => {
  const { ports } = setUp(answers, ["secret"]);
  await expect(
    signIn(ports, { server: "chat.test", email: "ada@chat.test" }),
  ).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
});
