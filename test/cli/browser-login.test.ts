/** Signing in through the browser at a server that is built from the protocol, however people and pages answer. */
import { expect, test } from "vitest";
import { attemptMs } from "#api/browser-sign-in.ts";
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import type { HandOver, Prompt } from "#cli/browser-login.ts";
import { type LoginPorts, type LoginRequest, signIn, signInWays } from "#cli/login.ts";
import { fakeClock } from "../support/clock.ts";
import { eve, type SignInKind as Kind, noor, signInServer } from "../support/sign-in-server.ts";

const site = "https://acme.example";

/** What somebody types; a function makes it of the address that was shown last. */
type Typed = string | ((address: string) => string | Promise<string>);

const never = () => new Promise<string>(() => undefined);

type Place = {
  /** What the desktop hands over; absent: it hands over nothing. */
  readonly handed?: readonly Typed[];
  readonly isKept?: boolean;
  /** The browser; absent: there is none. */
  readonly open?: (address: string) => void;
};

function setUp(kind: Kind, typed: readonly Typed[], { handed, isKept = false, open }: Place = {}) {
  const server = signInServer(site, kind);
  const clock = fakeClock();
  const questions: string[] = [];
  const shown: string[] = [];
  const said: string[] = [];
  const origins = new Set<string>();
  const left = [...typed];
  const made = async (next: Typed = never) =>
    typeof next === "string" ? next : next(shown.at(-1) ?? "");
  const deliveries = [...(handed ?? [])];
  const handOver: HandOver = { next: () => made(deliveries.shift()), end: async () => undefined };
  const ask: Prompt = async (question, { signal } = {}) => {
    questions.push(question);
    const answering = () => made(left.shift());
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return Promise.race([answering(), aborted]);
  };
  let isShown = false;
  const ports: LoginPorts = {
    ask,
    say: (sentence) => void said.push(sentence),
    connect: (at, credentials) =>
      createConnection({
        site: at,
        credentials,
        send: async (request, signal) => {
          origins.add(new URL(request.url).origin);
          return server.send(request, signal);
        },
        clock,
        log: silent,
        userAgent: "weir/test",
      }),
    browser: {
      clock,
      show: (lines) => {
        isShown = true;
        shown.push(lines.find((line) => line.startsWith("https:")) ?? "");
        return () => {
          isShown = false;
        };
      },
      isKept,
      open: async (address) => {
        open?.(address);
        return open !== undefined;
      },
      handOver: async () => (handed === undefined ? undefined : handOver),
    },
    readRc: async () => expect.fail("No file is asked for."),
  };
  const start = (request: Partial<LoginRequest> = {}) =>
    signIn(ports, { server: "acme.example", email: undefined, ...request });
  return {
    ...server,
    clock,
    ports,
    questions,
    shown,
    said,
    start,
    isShown: () => isShown,
    origins: () => [...origins],
  };
}

const google = ["google", "Google"] as const;
const saml = ["saml:acme", "Acme SSO"] as const;
const asNoor = { email: noor.email, key: noor.key, name: noor.name, realm: "Acme", site };
const confirmation = `Sign in as Noor Haddad (${noor.email}) at Acme, acme.example? (yes or no)`;
const paste = "Paste it here (it is not shown), or press Enter for another way";

/** At most three decisions each, the last of which is whether it is the right account. */
test.each<[string, Kind, readonly Typed[]]>([
  ["a password", { passwords: true }, [noor.email, "right"]],
  ["LDAP with a user name", { ldap: true }, ["noor", "right"]],
  ["SAML only", { methods: [saml] }, ["paste"]],
  ["Google and password, by Google", { passwords: true, methods: [google] }, ["2", "paste"]],
  [
    "Google and password, by password",
    { passwords: true, methods: [google] },
    [noor.email, "right"],
  ],
  ["providers only, with passwords off", { methods: [google, saml] }, ["saml", "paste"]],
])("three decisions: %s", async (_, kind, typed) => {
  const setup: ReturnType<typeof setUp> = setUp(kind, [
    ...typed.map((one) => (one === "paste" ? (at: string) => setup.browse(at) : one)),
    "yes",
  ]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(setup.questions.length).toBeLessThanOrEqual(3);
  expect(setup.questions.at(-1)).toBe(confirmation);
  expect(setup.isShown()).toBe(false);
});

test.each<[string, Kind]>([
  ["the page of a method", { methods: [google], page: "http://acme.example/in" }],
  [
    "the page of a method, by what the realm states",
    { methods: [google], stated: "http://acme.example" },
  ],
])("https is not left for %s", async (_, kind) => {
  const setup = setUp(kind, [noor.email, noor.key, "yes"]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(setup.said[0]).toBe(
    `Not offered: Google: its address leads to another server than ${site}.`,
  );
  expect([setup.shown, setup.origins()]).toEqual([[], [site]]);
});

test("https is not left for where a session leads", async () => {
  const kind = { methods: [saml], landing: "http://acme.example/" };
  const setup: ReturnType<typeof setUp> = setUp(kind, [(at) => setup.browse(at), "yes"]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(setup.origins()).toEqual([site]);
});

test("where passwords are off, the copy button comes first, and then the address", async () => {
  const setup: ReturnType<typeof setUp> = setUp({ methods: [saml] }, [
    "",
    (at) => setup.browse(at),
    "yes",
  ]);
  await setup.start();
  const flows = setup.shown.map((address) => /(\w+)_flow_otp/.exec(address)?.[1]);
  expect(flows).toEqual(["desktop", "mobile"]);
});

test("a token that is late, or used, is asked for again", async () => {
  const setup: ReturnType<typeof setUp> = setUp({ methods: [saml] }, [
    (at) => {
      const copied = setup.browse(at);
      setup.wait16s();
      return copied;
    },
    (at) => setup.browse(at),
    "yes",
  ]);
  await setup.start();
  expect(setup.said).toEqual(["That took longer than 15 seconds: press the button again."]);
});

type Attack = (setup: ReturnType<typeof setUp>, address: string) => string;

test.each<[string, Attack, RegExp]>([
  [
    "for another account than it names",
    (s, at) => s.browse(at, eve, { user_id: "7" }),
    /another account/,
  ],
  [
    "with a key that the server does not know",
    (s, at) => s.browse(at, { ...eve, key: "x".repeat(32) }),
    /does not accept/,
  ],
  [
    "of another realm",
    (s, at) => s.browse(at, noor, { realm: "https://evil.example" }),
    /another server/,
  ],
  [
    "of the realm over http",
    (s, at) => s.browse(at, noor, { realm: site.replace("https:", "http:") }),
    /another server/,
  ],
  [
    "that a page made up",
    (s) => s.browse(`${site}/?mobile_flow_otp=${"ab".repeat(32)}`, eve),
    /another attempt/,
  ],
  ["of a megabyte", () => "svc://login?".padEnd(1_000_000, "x"), /too long/],
])(
  "an answer %s is refused, pasted or handed over, and weir goes on waiting",
  async (_, attack, why) => {
    const kind = { passwords: true, methods: [google] };
    const answers: Typed[] = [(at) => attack(setup, at), (at) => setup.browse(at)];
    let setup: ReturnType<typeof setUp> = setUp(kind, ["google", ...answers, "yes"]);
    await expect(setup.start()).resolves.toMatchObject(asNoor);
    expect(setup.said.at(-1)).toMatch(why);
    setup = setUp(kind, ["google", never, never, "yes"], { handed: answers });
    await expect(setup.start()).resolves.toMatchObject(asNoor);
    expect(setup.said.filter((sentence) => why.test(sentence))).toHaveLength(1);
  },
);

test("the same address twice is of another attempt the second time", async () => {
  const given: string[] = [];
  const kind = { passwords: true, methods: [google] };
  const first: ReturnType<typeof setUp> = setUp(kind, [
    "google",
    (at) => {
      given.push(setup(at));
      return given[0] ?? "";
    },
    "yes",
  ]);
  const setup = (at: string) => first.browse(at);
  await first.start();
  const second = setUp(kind, ["google", given[0] ?? "", ""]);
  second.start().catch(() => undefined);
  await expect.poll(() => second.said.at(-1)).toMatch(/^ {2}2 {2}API key|another attempt/);
  expect(second.said).toContainEqual(expect.stringContaining("another attempt"));
});

test("after ten minutes the digits are forgotten, and there is a new address", async () => {
  const setup: ReturnType<typeof setUp> = setUp({ passwords: true, methods: [google] }, [
    "google",
    () => setup.clock.pass(`${attemptMs / 60_000} min`).then(never),
    () => setup.browse(setup.shown[0] ?? ""),
    (at) => setup.browse(at),
    "yes",
  ]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(new Set(setup.shown).size).toBe(2);
  expect(setup.said.slice(-2)).toEqual([
    "Ten minutes have passed, so here is a new address.",
    expect.stringContaining("another attempt"),
  ]);
});

test("what a terminal breaks into lines is asked for until it is whole", async () => {
  let whole = "";
  const setup: ReturnType<typeof setUp> = setUp({ passwords: true, methods: [google] }, [
    "google",
    (at) => {
      whole = setup.browse(at);
      return whole.slice(0, 60);
    },
    () => whole.slice(60, 130),
    () => whole.slice(130),
    "yes",
  ]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(setup.questions.slice(1, 4)).toEqual([paste, "The rest of it", "The rest of it"]);
});

test("another way leads from the browser to the key in the settings", async () => {
  const setup = setUp({ methods: [saml] }, ["", "", noor.email, noor.key, "yes"]);
  await expect(setup.start()).resolves.toMatchObject(asNoor);
  expect(setup.said).toEqual([`Your API key is shown at ${site}/#settings/account-and-privacy`]);
});

test("where what is shown is kept, the address of an open page is shown on request only", async () => {
  const kind = { passwords: true, methods: [google] };
  let opened = "";
  const place = { isKept: true, open: (address: string) => (opened = address) };
  const open: ReturnType<typeof setUp> = setUp(
    kind,
    ["google", () => open.browse(opened), "yes"],
    place,
  );
  await expect(open.start()).resolves.toMatchObject(asNoor);
  expect(open.shown).toEqual([""]);
  expect(open.questions[1]).toBe(paste.replace("another way", "the address"));

  const asked = setUp(kind, ["google", "", "", noor.email, noor.key, "yes"], place);
  await expect(asked.start()).resolves.toMatchObject(asNoor);
  expect(asked.shown).toEqual(["", opened]);
  expect(asked.questions[2]).toBe(paste);
});

test("an email that was named is not asked about again, and another account is", async () => {
  for (const [email, asked] of [
    [noor.email.toUpperCase(), 1],
    [eve.email, 2],
  ] as const) {
    const typed: Typed[] = [(at) => setup.browse(at), "yes"];
    const setup: ReturnType<typeof setUp> = setUp({ methods: [saml] }, typed);
    await setup.start({ email });
    expect(setup.questions).toHaveLength(asked);
  }
});

test("a method is chosen by its name, what is before its colon, or its title, and never by another", async () => {
  const kind = { passwords: true, methods: [google, saml] };
  for (const method of ["saml:acme", "saml", "acme sso"]) {
    const setup: ReturnType<typeof setUp> = setUp(kind, [(at) => setup.browse(at), "yes"]);
    await setup.start({ way: { kind: "browser", method } });
    expect(setup.shown[0]).toContain("/accounts/login/saml:acme");
  }
  const way = { kind: "browser", method: "github" } as const;
  await expect(setUp(kind, []).start({ way })).rejects.toThrow(
    `${site} has no method "github" in the browser. It has password, google, saml:acme or key.`,
  );
});

test("the ways are listed in the server's order, and what is not offered is said", async () => {
  const { ports } = setUp({ passwords: true, methods: [saml, google] }, []);
  const ways = await signInWays(ports, "acme.example");
  expect(ways.map(({ method, title }) => [method, title])).toEqual([
    ["password", "Password"],
    ["saml:acme", "Acme SSO"],
    ["google", "Google"],
    ["key", "API key or rc file"],
  ]);
});
