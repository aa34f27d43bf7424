import fc from "fast-check";
import { expect, test } from "vitest";
import { lastMail, mailOf } from "#cli/mbox.ts";
import { messageRow } from "#cli/message-output.ts";
import { emptyReplica } from "#model/replica.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import { anyText } from "../support/any-text.ts";
import { readMbox } from "../support/mbox-reader.ts";

const replica = {
  ...emptyReplica,
  realm: { ...emptyReplica.realm, url: "https://a.example:8080" },
};

function mail(content: string, sender = "Ana", topic = "deploy", id = 12): string {
  const message: Message = {
    id: id as MessageId,
    type: "stream",
    stream_id: 4 as never,
    display_recipient: "dev",
    subject: topic,
    content,
    sender_id: 7 as UserId,
    sender_full_name: sender,
    sender_email: "Ana <ana@a.example>",
    timestamp: 1_795_174_920,
  };
  return mailOf(messageRow(message, replica), { timeZone: "Asia/Kolkata" });
}

test("a message is mail with the headers that programs show and sort by", () => {
  expect(mail("hello")).toMatchInlineSnapshot(`
    "From mboxrd@z Fri Nov 20 11:42:00 2026
    Date: Fri, 20 Nov 2026 17:12:00 +0530
    From: "Ana" <user7@a.example-8080>
    To: "#dev":;
    Subject: #dev > deploy
    Message-ID: <12@a.example-8080>
    In-Reply-To: <conversation-62f6ea63@a.example-8080>
    References: <conversation-62f6ea63@a.example-8080>
    List-Id: "#dev" <stream4.a.example-8080>
    Archived-At: <https://a.example:8080/#narrow/stream/4-/topic/deploy/near/12>
    MIME-Version: 1.0
    Content-Type: text/plain; charset=utf-8
    Content-Transfer-Encoding: 8bit
    Content-Length: 6

    hello

    "
  `);
});

test("a resolved topic is the same thread as before", () => {
  const thread = (topic: string) => readMbox(Buffer.from(mail("a", "Ana", topic)))[0]?.in;
  expect(thread("✔ Deploy")).toBe(thread("deploy"));
  expect(thread("deployment")).not.toBe(thread("deploy"));
});

const lines = fc.oneof(
  anyText(120),
  fc.constantFrom("From ana", ">From bo", "", "=3D", "\t", "a ".repeat(200)),
);
const body = fc.array(lines).map((all) => all.join("\n"));

test("any text, name and topic is read as it was written", () => {
  fc.assert(
    fc.property(fc.array(body), anyText(), anyText(60), (texts, sender, topic) => {
      const file = texts.map((text, at) => mail(text, sender, topic, at + 1)).join("");
      const read = readMbox(Buffer.from(file));
      expect(read.map(({ text }) => text)).toEqual(
        texts.map((text) => text.toWellFormed().replace(/\n?$/, "\n")),
      );
      const last = lastMail(Buffer.from(file).toString("latin1"));
      expect(last?.end).toBe(texts.length === 0 ? undefined : Buffer.byteLength(file));
    }),
  );
});
