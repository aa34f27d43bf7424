import { expect, test } from "vitest";
import { bareLinks, hiddenHost, targetOf } from "#markup/links.ts";
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

const evil = "https://evil.example/paypal.com";

test.for([
  ["paypal.com", evil, "evil.example"],
  ["PayPal.com/login", evil, "evil.example"],
  ["https://localhost:8080/", evil, "evil.example"],
  ["https://10.0.0.1", evil, "evil.example"],
  ["https://me@paypal.com", evil, "evil.example"],
  ["paypal.sh", evil, "evil.example"],
  ["ana@a.example", "mailto:eve@a.example?subject=x", "eve@a.example"],
  ["mailto:ana@a.example", "mailto:eve%40evil.example", "eve@evil.example"],
  ["a.example", "mailto:eve@evil.example", "eve@evil.example"],
  ["ana@a.example", "https://evil.example", "evil.example"],
  ["paypal.com", "mailto:", undefined],
  // Drawn as if it were another address, or beside signs.
  ["bank\u3002example", evil, "evil.example"],
  ["bank\uff0eexample", evil, "evil.example"],
  ["bank\uff61example", evil, "evil.example"],
  ["bank\u2024example", evil, "evil.example"],
  ["\uff42\uff41\uff4e\uff4b.example", evil, "evil.example"],
  ["\u{1f512} https://bank.example", evil, "evil.example"],
  ["\u2192bank.example", evil, "evil.example"],
  ["\u2800bank.example", evil, "evil.example"],
  ["https://bank.example\u2800", evil, "evil.example"],
  ["bank.example\u2800login", evil, "evil.example"],
  ["https://bank.example\u3164/login", evil, "evil.example"],
  ["bank.example\u00a0", evil, "evil.example"],
  ["https:\u2215\u2215bank.example", evil, "evil.example"],
  ["https\uff1a//bank.example", evil, "evil.example"],
  ["hxxps://bank.example", evil, "evil.example"],
  ["https:\\\\bank.example", evil, "evil.example"],
  ["https:/bank.example", evil, "evil.example"],
  ["https//bank.example", evil, "evil.example"],
  ["<https://bank.example>", evil, "evil.example"],
  ["(bank.example)", evil, "evil.example"],
  ["\u201cbank.example\u201d", evil, "evil.example"],
  ["bank.example.", evil, "evil.example"],
  ["BANK.EXAMPLE", evil, "evil.example"],
  ["Bank.Com", evil, "evil.example"],
  ["https://bank.example is the place", evil, "evil.example"],
  ["sign in at bank.example", evil, "evil.example"],
  ["evil.example, formerly bank.example", evil, "evil.example"],
  ["www.bank.bar now", evil, "evil.example"],
  ["xn--bnk-5cd.xn--p1ai", evil, "evil.example"],
  ["\u0431\u0430\u043d\u043a.\u0440\u0444", evil, "evil.example"],
  ["192.168.1.1/login", evil, "evil.example"],
  ["write to ana@bank.bar", evil, "evil.example"],
] as const)("the text %s of a link to %s hides %s", ([text, url, host]) => {
  expect(hiddenHost(text, url)).toBe(host);
});

test.for([
  ["http://localhost@evil.example/", "evil.example"],
  ["https://paypal.com:443@evil.example/", "evil.example"],
  ["https://paypal.com%2flogin@evil.example", "evil.example"],
  ["https://p\u0430ypal.com/", "xn--pypal-4ve.com"],
  ["https://xn--pypal-4ve.com/", "xn--pypal-4ve.com"],
  ["https://evil\uff0eexample", "evil.example"],
  ["https://%65vil.example", "evil.example"],
  ["https://bank.com\u30ceevil.jp", "bank.xn--comevil-v04f.jp"],
  ["https://%65vil.\u4f8b\u3048.jp", "evil.xn--r8jz45g.jp"],
  ["https://bank\u3002\u4f8b\u3048.jp", "bank.xn--r8jz45g.jp"],
  ["http://2130706433/", "127.0.0.1"],
] as const)("the URL %s hides %s, whatever the text", ([url, host]) => {
  expect(hiddenHost(url, url)).toBe(host);
  expect(hiddenHost("here", url)).toBe(host);
});

test.for([
  ["https://x.y/a", "https://www.x.y/b"],
  ["the docs", "https://x.y"],
  ["X.example", "HTTPS://x.EXAMPLE:8080/y@z"],
  ["http://[::1]:80/", "http://[::1]:80/"],
  ["ana@A.example", "mailto:Ana@a.example"],
  ["a.example", "mailto:ana@a.example"],
  ["ana@a.example", "https://a.example/ana"],
  ["Node.js", "https://x.y/"],
  ["Foo.Bar", "https://x.y/"],
  ["React.Component", "https://x.y/"],
  ["Use Foo.Bar instead", "https://x.y/"],
  ["fix app.run, and self.name", "https://x.y/"],
  ["foo.bar()", "https://x.y/"],
  ["os.path", "https://x.y/"],
  ["Done.It works", "https://x.y/"],
  ["this.is", "https://this.is/"],
  ["1.2.3", "https://x.y/"],
  ["v1.2 of 2026-01-05", "https://x.y/"],
  ["e.g. this, i.e. that", "https://x.y/"],
  ["README.md#top", "https://x.y/blob/main/README.md"],
  ["main.ts:12", "https://x.y/"],
  ["https://\u4f8b\u3048.jp:8080/", "https://\u4f8b\u3048.jp:8080/"],
  ["/help", "/help"],
] as const)("the text %s of a link to %s hides nothing", ([text, url]) => {
  expect(hiddenHost(text, url)).toBeUndefined();
});

const bare = (text: string) =>
  bareLinks(text, readerContext).map(({ from, to }) => text.slice(from, to));

test.each("t.me/x aka.ms/x gov.it youtu.be/a x.\u0440\u0444 run.sh a.bar".split(" "))(
  "%s is a link: its end is in the registry",
  (text) => {
    expect(bare(`see ${text}, now`)).toEqual([text]);
  },
);

test.each("notes.md a.zip main.py A.java clip.mov x.nosuchlevel Foo.Bar e.g".split(" "))(
  "%s is no link",
  (text) => {
    expect(bare(text)).toEqual([]);
  },
);
