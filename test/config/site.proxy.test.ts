import { expect, test } from "vitest";
import { proxyFor } from "#config/site.ts";

const chosen = (site: string, environment: Readonly<Record<string, string>>) => {
  const reading = proxyFor(site, environment);
  return reading.kind === "proxy" ? reading.url : reading.kind;
};
const both = { HTTPS_PROXY: "http://s:3128", HTTP_PROXY: "http://h:3128" };

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["https://chat.example.com", both, "http://s:3128/"],
  ["http://chat.example.com", both, "http://h:3128/"],
  ["https://chat.example.com", { HTTP_PROXY: "http://h:3128" }, "direct"],
  ["https://chat.example.com", { ...both, https_proxy: "http://lower:1" }, "http://lower:1/"],
  ["https://chat.example.com", { https_proxy: "proxy:3128" }, "http://proxy:3128/"],
  ["https://chat.example.com", { https_proxy: "https://u:p%40@proxy" }, "https://u:p%40@proxy/"],
  ["https://chat.example.com", { HTTPS_PROXY: "" }, "direct"],
  ["https://127.0.0.1:9000", both, "direct"],
  ["http://localhost:9000", both, "direct"],
])("the route to %s with %j is %s", (site, environment, expected) => {
  expect(chosen(site, environment)).toBe(expected);
});

test.each([
  ["*", true],
  ["other.test, chat.example.com", true],
  ["example.com", true],
  [".EXAMPLE.com", true],
  ["*.example.com", true],
  ["chat.example.com:8443", true],
  ["chat.example.com:443", false],
  ["ample.com", false],
  ["chat.example.com.evil", false],
  [" , ", false],
])("NO_PROXY %j matches https://chat.example.com:8443: %s", (entries, isDirect) => {
  for (const variable of ["NO_PROXY", "no_proxy"]) {
    const found = chosen("https://chat.example.com:8443", { ...both, [variable]: entries });
    expect(found).toBe(isDirect ? "direct" : "http://s:3128/");
  }
});

test.each(["fd00::7", "[fd00::7]", "[fd00::7]:443"])("NO_PROXY %s matches an address", (entry) => {
  expect(chosen("https://[fd00::7]", { ...both, NO_PROXY: entry })).toBe("direct");
});

test.each(["socks5://u:secret@proxy", "http://u:%zz@proxy", "http://"])(
  "an invalid proxy is reported without its password: %s",
  (value) => {
    expect(proxyFor("https://chat.example.com", { HTTPS_PROXY: value })).toEqual({
      kind: "wrong",
      sentence: expect.stringMatching(/^HTTPS_PROXY does not name [^%]*3128\.$/),
    });
  },
);
