import { expect, test } from "vitest";
import { browsedSite, confirmedSite, readSite } from "#config/site.ts";

test.each([
  ["chat.example.com", "https://chat.example.com"],
  [" https://chat.example.com/ ", "https://chat.example.com"],
  ["https://chat.example.com/api", "https://chat.example.com"],
  ["https://chat.example.com/api/", "https://chat.example.com"],
  ["https://chat.example.com/api/v1/", "https://chat.example.com"],
  ["https://example.com/chat/", "https://example.com/chat"],
  ["localhost:9991", "http://localhost:9991"],
  ["localhost", "http://localhost"],
  ["127.0.0.1:9000", "http://127.0.0.1:9000"],
  ["[::1]:9000", "http://[::1]:9000"],
  ["acme.localhost:9991", "http://acme.localhost:9991"],
  ["localhost.example.com", "https://localhost.example.com"],
  ["127.0.0.1.example.com", "https://127.0.0.1.example.com"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["chat.example.com:8443", "https://chat.example.com:8443"],
  ["HTTPS://Chat.Example.com", "https://chat.example.com"],
])("%s is normalized to %s", (written, site) => {
  expect(readSite(written)).toEqual({ kind: "site", site });
});

test.each([
  ["https://chat.example.com/#narrow/channel/2-dev/topic/x", "https://chat.example.com"],
  ["chat.example.com/?q=1#all", "https://chat.example.com"],
  ["https://chat.example.com/login/?next=/", "https://chat.example.com"],
  ["https://example.com/chat/accounts/login/", "https://example.com/chat"],
  ["https://chat.example.com/accounts/go/", "https://chat.example.com"],
  ["https://login/", "https://login"],
  ["login.example.com", "https://login.example.com"],
  ["localhost:9991/register/", "http://localhost:9991"],
])("%s in a browser is of the server %s", (written, site) => {
  expect(browsedSite(written)).toEqual({ kind: "site", site });
});

test.each([
  "",
  "   ",
  "ftp://example.com",
  "https://",
  "two words",
  "https://ana:secret@example.com",
  "example.com/?q=1",
  "example.com/#narrow",
])("%j is rejected with an example", (written) => {
  expect(readSite(written)).toMatchObject({
    kind: "wrong",
    sentence: expect.stringContaining("https://"),
  });
});

test.each([
  ["http://chat.example.com", "https://chat.example.com/", "https://chat.example.com"],
  ["https://chat.example.com", "http://chat.example.com", "https://chat.example.com"],
  ["https://chat.example.com", "https://other.example.com", "https://chat.example.com"],
  ["https://chat.example.com", "https://chat.example.com:8443", "https://chat.example.com"],
  ["https://chat.example.com", "https://chat.example.com/evil", "https://chat.example.com"],
  ["http://chat.example.com", "https://u:p@chat.example.com/x?y#z", "http://chat.example.com"],
  ["https://chat.example.com/team", "https://chat.example.com", "https://chat.example.com/team"],
  ["https://chat.example.com", undefined, "https://chat.example.com"],
])("a server typed as %s that states %s is used at %s", (typed, stated, site) => {
  expect(confirmedSite(typed, stated)).toBe(site);
});
