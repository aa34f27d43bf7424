import { expect, test } from "vitest";
import { readSite } from "#config/site.ts";

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
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["chat.example.com:8443", "https://chat.example.com:8443"],
  ["HTTPS://Chat.Example.com", "https://chat.example.com"],
])("%s is the site %s", (written, site) => {
  expect(readSite(written)).toEqual({ kind: "site", site });
});

test.each([
  "",
  "   ",
  "ftp://example.com",
  "https://",
  "two words",
  "https://ana:secret@example.com",
  "example.com/?q=1",
])("%j is no site, and the sentence says how one looks", (written) => {
  expect(readSite(written)).toMatchObject({
    kind: "wrong",
    sentence: expect.stringContaining("https://"),
  });
});
