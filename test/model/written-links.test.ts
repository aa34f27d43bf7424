/** Which links lead to files of the realm, and that no link makes weir ask for anything else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { encode } from "#api/connection.ts";
import { sharedFile } from "#model/written-links.ts";
import { getFileLink } from "#wire/endpoints/files.ts";
import { acme } from "../support/acme.ts";
import { runs } from "../support/runs.ts";

const sites = ["https://acme.example", "https://acme.example/chat", "http://127.0.0.1:9991"];

const { realm } = acme();

function fileAt(site: string, written: string) {
  return sharedFile({ realm: { ...realm, url: site } }, written.replaceAll("SITE", site));
}

test.each(sites)("a file of %s is found however its link is written", (site) => {
  const { protocol, host, pathname } = new URL(site);
  const shouted = `${protocol.toUpperCase()}//${host.toUpperCase()}${pathname.replace(/\/$/, "")}`;
  for (const [link, path] of [
    ["/user_uploads/2/ab/cat.png", "ab/cat.png"],
    ["SITE/user_uploads/2/ab/cat.png?x=1#y", "ab/cat.png"],
    ["/user_uploads/download/2/ab/cat.png", "ab/cat.png"],
    ["/user_uploads/2/cd/../ab/cat.png", "ab/cat.png"],
    ["/user_uploads/2/ab/my%20cat.png", "ab/my cat.png"],
    ["/user_uploads/2/ab/Se%C3%B1or-100%25.png", "ab/Señor-100%.png"],
    ["/user_uploads/2/ab/日本語.png", "ab/日本語.png"],
    ["/user_uploads/2/ab/..cat..png", "ab/..cat..png"],
    [`${shouted}/user_uploads/2/ab/cat.png`, "ab/cat.png"],
  ] as const) {
    const name = path.split("/").at(-1);
    expect(fileAt(site, link), link).toEqual({ realmId: "2", path, name });
  }
});

const attacks = [
  // Out of the folder when it is decoded: once, twice, in part, or by another kind of slash.
  "/user_uploads/1/..%2f..%2fevil%2fa.png",
  "/user_uploads/1/..%2F..%2Fevil/a.png",
  "/user_uploads/1/ab%2fcat.png",
  "/user_uploads/1/%252e%252e%252fevil%252fa.png",
  "/user_uploads/1/..%252f..%252fevil/a.png",
  "/user_uploads/1/..%5c..%5cevil/a.png",
  "/user_uploads/1/..%255cevil/a.png",
  "/user_uploads/1/ab\\..\\..\\..\\evil/a.png",
  "/user_uploads/1/%2e%2e/%2e%2e/%2e%2e/evil/a.png",
  "/user_uploads/1/.%2e/../../evil/a.png",
  "/user_uploads/../user_avatars/1/a.png",
  "/user_uploads/1%2f..%2f..%2fevil/a.png",
  "/user_uploads/1//a.png",
  "/user_uploads/1/",
  "/user_uploads/1/ab/",
  // Names that no file has.
  "/user_uploads/1/a%00.png",
  "/user_uploads/1/a%0d%0aHost:%20evil.example/a.png",
  "/user_uploads/1/a%1b%5bm.png",
  "/user_uploads/1/a%c3%28.png",
  "/user_uploads/1/100%.png",
  // Another place.
  "//evil.example/user_uploads/1/a.png",
  "/\\evil.example/user_uploads/1/a.png",
  "https://evil.example/user_uploads/1/a.png",
  "https://acme.example@evil.example/user_uploads/1/a.png",
  "https://acme.example.evil.example/user_uploads/1/a.png",
  "https://ana:word@acme.example/user_uploads/1/a.png",
  "https://acme.example:8443/user_uploads/1/a.png",
  "https://acme.example/chats/user_uploads/1/a.png",
  "https://evil.example/https://acme.example/user_uploads/1/a.png",
  "SITE/evil/user_uploads/1/a.png",
  "SITE/../evil/user_uploads/1/a.png",
  "SITE/user_uploads/../../evil/user_uploads/1/a.png",
  "SITE/user_uploads/thumbnail/1/ab/a.png/300x200.webp",
  "/user_uploads/x/user_uploads/1/a.png",
  "/api/v1/user_uploads/1/a.png",
  "file:///user_uploads/1/a.png",
  "ftp://acme.example/user_uploads/1/a.png",
  "user_uploads/1/a.png",
];

test.each(sites)("of %s, no link leads to a file that is none", (site) => {
  for (const link of attacks) expect(fileAt(site, link), link).toBeUndefined();
});

test("what is requested for any link stays below the folder of the account's own files", () => {
  const pieces = [
    "..",
    ".",
    "/",
    "\\",
    "%2f",
    "%2e",
    "%5C",
    "%25",
    "2f",
    "a",
    "%00",
    "?",
    "#",
    "@",
  ];
  const tail = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...sites), tail, (site, parts) => {
      const file = fileAt(site, `/user_uploads/1/${parts.join("")}/a.png`);
      if (file === undefined) return;
      const { path } = encode(getFileLink, { realm_id: file.realmId, path: file.path }, 278);
      const { href } = new URL(`${site}/api/v1${path}`);
      expect(href.startsWith(`${site}/api/v1/user_uploads/1/`)).toBe(true);
      expect(href).toBe(`${site}/api/v1${path}`);
    }),
    { numRuns: runs(10) },
  );
});
