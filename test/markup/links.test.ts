import { expect, test } from "vitest";
import { hiddenHost, targetOf } from "../../src/markup/links.ts";
import { readerContext } from "../support/reader.ts";

test.each([
  ["example.com", "http://example.com"],
  ["example.com:8080/x", "http://example.com:8080/x"],
  ["//example.com/x", "http://example.com/x"],
  ["a@example.com", "mailto:a@example.com"],
  ["tel:+491", "tel:+491"],
  ["/help", "/help"],
])("%s links to %s", (written, url) => {
  expect(targetOf(written, readerContext)).toEqual({ kind: "link", url });
});

test.each(["javascript:x", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "weir://x"])(
  "%s is not linked",
  (written) => {
    expect(targetOf(written, readerContext)).toBeUndefined();
  },
);

test("uploads are distinguished from other links, and images from other uploads", () => {
  expect(targetOf("https://chat.example/user_uploads/2/a.PNG", readerContext)).toMatchObject({
    kind: "upload",
    isImage: true,
  });
  expect(targetOf("/user_uploads/2/a.pdf", readerContext)).toMatchObject({ isImage: false });
  expect(targetOf("https://chat.example.evil/user_uploads/2/a.png", readerContext)).toMatchObject({
    kind: "link",
  });
});

test("a link text that names another host is detected", () => {
  expect(hiddenHost("paypal.com", "https://evil.example/paypal.com")).toBe("evil.example");
  expect(hiddenHost("https://x.y/a", "https://www.x.y/b")).toBeUndefined();
  expect(hiddenHost("the docs", "https://x.y")).toBeUndefined();
});
