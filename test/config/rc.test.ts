import { expect, test } from "vitest";
import { readRc } from "#config/rc.ts";

const file = "~/.svcrc";

function sentence(text: string): string {
  const reading = readRc(text, file);
  return reading.kind === "wrong" ? reading.sentence : reading.kind;
}

test("an account is read from an rc file with settings of other tools", () => {
  const text = [
    "\uFEFF# from the web page",
    "[zterm]",
    "theme = dark",
    "key = not this one",
    "[api]",
    "Email: 'ana@example.com'",
    'key="abcDEF123"',
    "site = chat.example.com/  ",
    "cert_bundle = /etc/ssl/ours.pem",
    "; the end",
  ].join("\r\n");
  expect(readRc(text, file)).toEqual({
    kind: "account",
    account: {
      email: "ana@example.com",
      key: "abcDEF123",
      site: "https://chat.example.com",
      insecure: false,
      allowHttp: false,
      certBundle: "/etc/ssl/ours.pem",
    },
  });
});

test("a site keeps the colon of its scheme and port", () => {
  const text = "[api]\nemail=a@b.c\nkey=k\nsite=http://localhost:9991";
  expect(readRc(text, file)).toMatchObject({ account: { site: "http://localhost:9991" } });
});

test("errors name the file, the line and the correction", () => {
  expect(sentence("")).toBe(
    "~/.svcrc has no [api] section. It should contain email, key and site.",
  );
  expect(sentence("[api]\nemail = a@b.c\n\nkey\nsite = x.y")).toBe(
    "~/.svcrc, line 4: key has no value. Write key = …",
  );
  expect(sentence("[api]\nemail = a@b.c\nsite = x.y")).toBe(
    "~/.svcrc, section [api], has no key. It needs email, key and site.",
  );
  expect(sentence("[api]\nemail = a@b.c\nkey = k\nsite = two words")).toMatch(
    /^~\/\.svcrc, section \[api\], has site = two words\. Enter the server/,
  );
  expect(sentence("[api]")).toContain("has no email, key and site");
});
