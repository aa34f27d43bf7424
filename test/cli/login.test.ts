/** Signing in to a prepared server: questions, requests, and each failure. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { type HttpRequest, type Send, TransportError } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { safeText } from "#base/safe-text.ts";
import type { Prompt } from "#cli/browser-login.ts";
import { type LoginPorts, signIn } from "#cli/login.ts";
import { tooOldAt } from "#wire/levels.ts";
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

const confirmation = "Sign in as Ada (ada@login.test) at Acme, chat.test? (yes or no)";

type Answers = Readonly<Record<string, Awaited<ReturnType<Send>> | Error>>;

const setUp = (answers: Answers, typed: readonly string[]) => {
  const requests: HttpRequest[] = [];
  const questions: string[] = [];
  const notes: string[] = [];
  const left = [...typed];
  const send: Send = async (request) => {
    requests.push(request);
    const answer = answers[new URL(request.url).pathname.replace("/api/v1", "")];
    if (answer === undefined) throw new Error(`Unexpected request ${request.url}.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const ask: Prompt = async (question) => {
    questions.push(question);
    return left.shift() ?? (question.startsWith("Sign in as ") ? "yes" : "");
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
    notes,
    ports: {
      ask,
      connect,
      say: (sentence: string) => void notes.push(sentence),
      browser: {
        clock: fakeClock(),
        show: (lines) => {
          notes.push(...lines);
          return () => undefined;
        },
        isKept: false,
        open: async () => false,
        handOver: async () => undefined,
      },
      readRc: async (path) => ({ email: own.email, key, site: `https://${path.slice(1)}` }),
    } satisfies LoginPorts,
  };
};

const good: Answers = {
  "/server_settings": success(settings),
  "/fetch_api_key": success({ api_key: key, email: "ada@login.test" }),
  "/users/me": success(own),
};

test("a password is exchanged for a key, and the email of the answer is stored", async () => {
  const { ports, questions, requests } = setUp(good, ["chat.test", "ada@x.test", "secret"]);
  expect(await signIn(ports, { server: undefined, email: undefined })).toEqual({
    site: "https://chat.test",
    email: "ada@login.test",
    key,
    realm: "Acme",
    name: "Ada",
    allowHttp: false,
  });
  expect(questions).toEqual(["Server", "Email", "Password or API key", confirmation]);
  expect(requests[0]?.headers["authorization"]).toBeUndefined();
  expect(requests[1]?.body).toBe("username=ada%40x.test&password=secret");
  expect(requests[2]?.headers["authorization"]).toBe(`Basic ${btoa(`ada@login.test:${key}`)}`);
});

test("a typed key is not sent as a password", async () => {
  const { ports, requests } = setUp(good, [key]);
  const signedIn = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(signedIn.key).toBe(key);
  expect(requests.map(({ url }) => new URL(url).pathname)).not.toContain("/api/v1/fetch_api_key");
});

test("after a wrong password only that is asked again, five times in all, with a warning after the third", async () => {
  const wrong = { result: "error", msg: "No.", code: "AUTHENTICATION_FAILED" };
  const turns = [json(wrong, 401)];
  const answers = {
    ...good,
    get "/fetch_api_key"() {
      return turns.shift() ?? success({ api_key: key, email: "ada@login.test" });
    },
  };
  const { ports, questions, notes } = setUp(answers, ["ada@x.test", "wrong", "right"]);
  expect(await signIn(ports, { server: "chat.test", email: undefined })).toMatchObject({ key });
  expect(questions).toEqual(["Email", ...Array(2).fill("Password or API key"), confirmation]);
  expect(notes).toEqual(["That is not the password of this account."]);
  turns.push(...[1, 2, 3, 4, 5, 6].map(() => json(wrong, 401)));
  await expect(signIn(ports, { server: "chat.test", email: "a@x.test" })).rejects.toThrow("No.");
  expect(turns).toHaveLength(1);
  expect(notes.map((note) => /refuses more/.test(note))).toEqual([false, false, false, true, true]);
});

test("the address that a browser is sent to is not sent as a password", async () => {
  const address = "svc://login?otp_encrypted_api_key=ab&email=a%40b.c";
  const { ports, requests } = setUp(good, ["ada@x.test", address]);
  await expect(signIn(ports, { server: "chat.test", email: undefined })).rejects.toThrow(
    "not a password, and was not sent. Sign in with: weir login https://chat.test --browser",
  );
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/server_settings"]);
});

/** A server with changed settings, and what the user types. */
const setUpServer = (serverSettings: Readonly<Record<string, unknown>>, typed: readonly string[]) =>
  setUp({ ...good, "/server_settings": success({ ...settings, ...serverSettings }) }, typed);

test("a password that looks like a key is tried as a password if it is rejected as a key", async () => {
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

test("on a server without passwords, an invalid key is not sent", async () => {
  const { ports, requests, notes } = setUpServer({ authentication_methods: { password: false } }, [
    "no",
  ]);
  const signingIn = signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  await expect(signingIn).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining("32 letters and digits"),
  });
  expect(requests).toHaveLength(1);
  expect(notes).toEqual([expect.stringContaining("chat.test/#settings/account-and-privacy")]);
});

test.each([
  { email_auth_enabled: false, authentication_methods: { password: false, ldap: true } },
  { email_auth_enabled: false, require_email_format_usernames: false },
  { email_auth_enabled: undefined },
])(
  "passwords are accepted by servers with LDAP, with user names, and by old servers: %j",
  async (serverSettings) => {
    const { ports, questions } = setUpServer(serverSettings, ["secret"]);
    await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
    expect(questions).toEqual(["Password or API key", confirmation]);
  },
);

test("user names that are not emails are accepted only if the server allows them", async () => {
  const { ports, questions } = setUpServer({ require_email_format_usernames: false }, [
    "ada",
    "secret",
  ]);
  await signIn(ports, { server: "chat.test", email: undefined });
  expect(questions[0]).toBe("Email or user name");
  for (const email of [undefined, "ada"]) {
    const strict = setUpServer({ require_email_format_usernames: true }, ["ada"]);
    await expect(signIn(strict.ports, { server: "chat.test", email })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("ada is not one"),
    });
  }
});

test("a server that requires a newer client is quoted, and signing in continues", async () => {
  const { ports, notes } = setUpServer({ is_incompatible: true }, [key]);
  const signedIn = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(signedIn.name).toBe("Ada");
  expect(notes).toEqual([expect.stringContaining("requires a newer version")]);
});

test.each([
  "http://chat.test",
  "https://elsewhere.test",
  "https://u:p@chat.test/x?y#z",
  "https://chat.test/x",
])("the password is sent to the typed address even if the server states %s", async (url) => {
  const { ports, requests } = setUpServer({ realm_url: url }, ["secret"]);
  const { site } = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(site).toBe("https://chat.test");
  expect(requests.map((request) => new URL(request.url).origin)).toEqual([site, site, site]);
});

test("an address on another host is reported with the command to sign in there", async () => {
  const { ports, notes } = setUpServer({ realm_url: "https://elsewhere.test" }, [key]);
  await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(notes).toEqual([expect.stringMatching(/run: weir login https:\/\/elsewhere\.test$/)]);
});

const unencrypted = { server: "http://chat.test", email: "ada@chat.test" };

test("no secret is sent to an http address on another machine without consent", async () => {
  const { ports, questions, requests, notes } = setUpServer({ realm_url: "http://chat.test" }, [
    "no",
  ]);
  await expect(signIn(ports, unencrypted)).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining("https"),
  });
  expect(notes).toEqual([expect.stringMatching(/^http:\/\/chat\.test is not encrypted/)]);
  expect(questions).toEqual(["Sign in anyway? (yes or no)"]);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/server_settings"]);
});

test.each([
  ["consent to http is returned", "http://chat.test", ["yes", key], false, true, 2],
  ["earlier consent to http is not requested again", "http://chat.test", [key], true, true, 1],
  ["https is used if the server states it", "https://chat.test", [key], false, false, 1],
] as const)("%s", async (_, realm_url, typed, isAllowed, allowHttp, questionCount) => {
  const { ports, questions } = setUpServer({ realm_url }, typed);
  const action = { ...unencrypted, allowsHttp: () => isAllowed };
  expect(await signIn(ports, action)).toMatchObject({ site: realm_url, allowHttp });
  expect(questions).toHaveLength(questionCount);
});

test.each([
  [
    "PASSWORD_RESET_REQUIRED",
    401,
    /Choose another at https:\/\/chat\.test\/accounts\/password\/reset/,
  ],
  ["PASSWORD_AUTH_DISABLED", 401, /weir login https:\/\/chat\.test --browser/],
  ["NONEXISTENT_SUBDOMAIN", 404, /address of your organization/],
  ["USER_DEACTIVATED", 401, /An administrator can reactivate it/],
])("a refusal says what to do about it: %s", async (code, status, remedy) => {
  const refused = json({ result: "error", msg: "No.", code }, status);
  const { ports } = setUp({ ...good, "/fetch_api_key": refused }, ["secret"]);
  const signingIn = signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  await expect(signingIn).rejects.toThrow(remedy);
});

test("a server's root address, which has no accounts, is answered with what to type", async () => {
  const { svc_feature_level } = settings;
  const { ports } = setUp({ "/server_settings": success({ svc_feature_level }) }, []);
  const signingIn = signIn(ports, { server: "chat.test", email: undefined });
  await expect(signingIn).rejects.toThrow("weir login https://NAME.chat.test");
});

const google = [{ name: "google", display_name: "Google", login_url: "/in" }];

test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
  ["states no level", { svc_feature_level: undefined }, ["--password", "--rc FILE"]],
  [
    "states none, and takes no passwords",
    { svc_feature_level: undefined, authentication_methods: { password: false } },
    ["--rc FILE"],
  ],
  [
    "states level 0",
    { svc_feature_level: 0, external_authentication_methods: [] },
    ["--password", "--rc FILE"],
  ],
])(
  "where a server is too old for the browser, what to type is said: it %s",
  async (_, old, flags) => {
    const changes = { external_authentication_methods: google, ...old };
    const commands = flags.map((flag) => `weir login https://chat.test ${flag}`).join(" or ");
    const instead = `Sign in with: ${commands}`;
    const request = { server: "chat.test", email: "ada@chat.test" };
    const open = setUpServer(changes, [key]);
    await signIn(open.ports, request);
    expect(open.notes[0]).toBe(tooOldAt(0));
    expect(open.notes).toContain(instead);
    const refused = changes.external_authentication_methods.length > 0;
    expect(open.notes.some((note) => /Google.*too old/.test(note))).toBe(refused);

    const asked = setUpServer(changes, []);
    const way = { kind: "browser", method: undefined } as const;
    await expect(signIn(asked.ports, { ...request, way })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining(instead),
    });
  },
);

test("an rc file is taken only for its own server", async () => {
  const way = (path: string) => ({ kind: "key", path }) as const;
  const request = { server: "chat.test", email: own.email };
  const { ports } = setUp(good, []);
  await expect(signIn(ports, { ...request, way: way("/chat.test") })).resolves.toMatchObject({
    key,
  });
  await expect(signIn(ports, { ...request, way: way("/other.test") })).rejects.toThrow(
    "/other.test has a key for https://other.test, and not for https://chat.test.",
  );
});

test.each(["[]", JSON.stringify([settings]), "7", "null", '"x"', "", "<html>"])(
  "a server that answers %j is refused before anything is asked",
  async (text) => {
    const answers = { ...good, "/server_settings": { status: 200, headers: {}, text } };
    const { ports, questions, requests } = setUp(answers, ["secret"]);
    const signingIn = signIn(ports, { server: "chat.test", email: undefined });
    await expect(signingIn).rejects.toMatchObject({
      code: 1,
      message: expect.stringMatching(/does not respond like a compatible server/),
    });
    expect([questions, requests.length]).toEqual([[], 1]);
  },
);

test.each([
  { external_authentication_methods: "google" },
  { external_authentication_methods: [1, null, {}, { name: "google", display_name: 3 }] },
  { authentication_methods: [], push: 7, is_incompatible: "no" },
  { authentication_methods: { password: "no", ldap: {} } },
  { email_auth_enabled: [], require_email_format_usernames: "x" },
  { svc_feature_level: undefined, acme_feature_level: 278 },
  { realm_url: 7, realm_uri: null },
])("settings that are none count as absent: %j", async (changes) => {
  const { ports, questions } = setUpServer(changes, ["secret"]);
  const signedIn = await signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  expect(signedIn).toMatchObject({ site: "https://chat.test", key });
  expect(questions).toEqual(["Password or API key", confirmation]);
});

test("what a server calls itself, its ways and its people reaches the terminal as plain text", async () => {
  const odd = `\u001b]0;x\u0007\u202e${String.fromCodePoint(0xe0041)}\n`;
  const method = { name: `go${odd}`, display_name: `Goo${odd}gle`, login_url: "/in" };
  const answers = {
    "/server_settings": success({
      ...settings,
      realm_name: `Ac${odd}me`,
      realm_url: `https://chat.test/${odd}`,
      external_authentication_methods: [method, { ...method, login_url: `https://${odd}.test/` }],
    }),
    "/fetch_api_key": success({ api_key: key, email: `ada${odd}@login.test` }),
    "/users/me": success({ ...own, full_name: `A${odd}da` }),
  };
  const { ports, questions, notes } = setUp(answers, ["ada@x.test", "secret"]);
  const { name, realm } = await signIn(ports, { server: "chat.test", email: undefined });
  const way = { kind: "browser", method: `x${odd}` } as const;
  const refusal = await signIn(ports, { server: "chat.test", email: undefined, way }).then(
    () => expect.fail("There is no such method."),
    (error: unknown) => String(error),
  );
  expect(questions.at(-1)).toMatch(
    /^Sign in as A.+da \(ada.+@login\.test\) at Ac.+me, chat\.test\?/,
  );
  expect(refusal).toMatch(/has no method/);
  const shown = [...questions, ...notes.map((note) => safeText(note)), name, realm, refusal].join(
    "",
  );
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\u{e0000}-\u{e0fff}]/u);
});

test("nothing is returned without consent to the account", async () => {
  const { ports } = setUp(good, ["secret", "no"]);
  const signingIn = signIn(ports, { server: "chat.test", email: "ada@chat.test" });
  await expect(signingIn).rejects.toMatchObject({ code: 2, message: "Nothing was saved." });
});

test.each<[string, Answers, number, RegExp]>([
  [
    "an unknown host",
    { "/server_settings": new TransportError("no", "no such host") },
    3,
    /chat\.test.*no such host/,
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
    /wait 30 minutes/,
  ],
  [
    "a wrong key",
    {
      ...good,
      "/users/me": json({ result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" }, 401),
    },
    4,
    /: Invalid API key\.$/,
  ],
])("%s is reported with a message and its exit code", async (_, answers, code, sentence) => {
  const { ports } = setUp(answers, ["secret"]);
  await expect(
    signIn(ports, { server: "chat.test", email: "ada@chat.test" }),
  ).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
});
