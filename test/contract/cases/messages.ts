/** POST /messages, held to the document. */
import { expect } from "vitest";
import { bothSides, type Case } from "../case.ts";
import { newest } from "./reading.ts";

const call = "POST /messages";
const refused = { code: "BAD_REQUEST" };

export const messageCases: readonly Case[] = [
  {
    says: "a stream is addressed by its name or by its ID",
    play: async ({ member, stream, fresh }) => {
      const { id, name } = await stream([member]);
      const topic = fresh("topic");
      const wish = { type: "stream", topic, content: "**hello**" };
      const byName = await member.does(call, { ...wish, to: name });
      const byId = await member.does(call, { ...wish, to: id });
      expect(byId["id"]).toBeGreaterThan(byName["id"]);
      const [first, second] = await newest(member, 2, [{ operator: "stream", operand: name }]);
      expect(first).toMatchObject({ id: byName["id"], stream_id: id, subject: topic });
      expect(second).toMatchObject({ id: byId["id"], stream_id: id, subject: topic });
    },
  },
  {
    says: "a topic may be called by its legacy name",
    play: async ({ member, stream, fresh }) => {
      const { id } = await stream([member]);
      const subject = fresh("topic");
      await member.does(call, { type: "stream", to: id, subject, content: "hello" });
      expect(await newest(member, 1)).toMatchObject([{ subject }]);
    },
  },
  {
    says: "people are addressed by their IDs or by their addresses, and a topic is ignored then",
    from: 174,
    play: async ({ member, other }) => {
      const wish = { type: "direct", content: "hello", topic: "ignored" };
      await member.does(call, { ...wish, to: [other.id] });
      await member.does(call, { ...wish, to: [other.email] });
      const people = [member, other].map(({ id }) => expect.objectContaining({ id }));
      const display_recipient = expect.arrayContaining(people);
      const message = { type: "private", subject: "", display_recipient };
      expect(await newest(other, 2)).toMatchObject([message, message]);
    },
  },
  {
    says: "a direct message may be called private",
    play: async ({ member, other }) => {
      await member.does(call, { type: "private", to: [other.id], content: "psst" });
      expect(await newest(other, 1)).toMatchObject([{ type: "private", sender_id: member.id }]);
    },
  },
  {
    says: "the message of a queue carries the local ID back to that queue alone",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const [mine, otherEar] = [
        await member.listens(["message"]),
        await member.listens(["message"]),
      ];
      const echo = { queue_id: mine.queueId, local_id: "77.01" };
      const wish = { type: "stream", to: id, topic: "echo", content: "heard", ...echo };
      const { id: messageId } = await member.does(call, wish);
      const message = { id: messageId };
      expect(await mine.hears()).toMatchObject([{ local_message_id: "77.01", message }]);
      const [plain] = await otherEar.hears();
      expect(plain).toMatchObject({ type: "message", message });
      expect(plain).not.toHaveProperty("local_message_id");
    },
  },
  {
    says: "a queue without a local ID is refused",
    until: 184,
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const { queueId } = await member.listens(["message"]);
      const wish = { type: "stream", to: id, topic: "echo", content: "lost", queue_id: queueId };
      const { body } = await member.asks(call, wish);
      expect(body).toMatchObject({ result: "error", var_name: "local_id" });
      expect(await newest(member, 1)).not.toMatchObject([{ content: "lost" }]);
    },
  },
  {
    says: "a message to a stream that does not exist is refused by the stream's name",
    play: async ({ member, fresh }) => {
      const to = fresh("nowhere");
      await member.isRefused(
        call,
        { type: "stream", to, topic: "t", content: "c" },
        {
          msg: `Stream '${to}' does not exist`,
          code: "STREAM_DOES_NOT_EXIST",
          with: { stream: to },
          later: {
            msg: `Channel '${to}' does not exist`,
            code: "STREAM_DOES_NOT_EXIST",
            with: { stream: to },
          },
        },
      );
    },
  },
  {
    says: "a message to an address that is nobody's is refused by the address",
    play: async ({ member }) => {
      const to = ["nobody@nowhere.example"];
      const msg = "Invalid email 'nobody@nowhere.example'";
      await member.isRefused(call, { type: "private", to, content: "c" }, { ...refused, msg });
    },
  },
  {
    says: "a message to a stream needs a topic",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const wish = { type: "stream", to: id, content: "c" };
      await member.isRefused(call, wish, { ...refused, msg: /^Missing .*topic/i });
    },
  },
  {
    says: "a message without content is refused",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const { status, body } = await member.asks(call, { type: "stream", to: id, topic: "t" });
      expect(status).toBe(400);
      expect(body).toMatchObject({ result: "error", var_name: "content" });
    },
  },
  {
    says: "whoever does not sign in sends nothing",
    play: async ({ nobody, stream }) => {
      const { id } = await stream([]);
      const { status, body } = await nobody.asks(call, {
        type: "stream",
        to: id,
        topic: "t",
        content: "c",
      });
      expect([status, body["result"]]).toEqual([401, "error"]);
    },
  },
  {
    says: "what is longer than the limits of the register is not kept whole: sending",
    proves: ["limit Message size", "limit Topic length"],
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const { state } = await member.listens();
      const { max_message_length: size, max_topic_length: length } = state;
      const wish = { type: "stream", to: id };
      const topic = "t".repeat(length);
      const content = "c".repeat(size);
      await member.does(call, { ...wish, topic, content });
      await member.does(call, { ...wish, topic: `${topic}t`, content: `${content}c` });
      const [fits, cut] = await newest(member, 2, [], { apply_markdown: false });
      expect(fits).toMatchObject({ subject: topic, content });
      expect(cut?.["subject"]).toHaveLength(length);
      expect(cut?.["content"]).toHaveLength(size);
      expect(cut?.["subject"]).not.toBe(topic);
      expect(cut?.["content"]).not.toBe(content);
    },
  },
  ...bothSides({
    says: "direct messages are called direct, no longer private alone",
    level: 174,
    before: async ({ member, other }) => {
      const wish = { to: [other.id], content: "psst" };
      const { body } = await member.asks(call, { ...wish, type: "direct" });
      expect(body["result"]).toBe("error");
      await member.does(call, { ...wish, type: "private" });
    },
    since: async ({ member, other }) => {
      const wish = { to: [other.id], content: "psst" };
      await member.does(call, { ...wish, type: "direct" });
      await member.does(call, { ...wish, type: "private" });
    },
  }),
  ...bothSides({
    says: "a success tells which parameters it did not understand",
    level: 167,
    before: async ({ member, other }) => {
      const wish = { type: "private", to: [other.id], content: "psst", colour: "red" };
      const answer = await member.does(call, wish);
      expect(answer).not.toHaveProperty("ignored_parameters_unsupported");
    },
    since: async ({ member, other }) => {
      const wish = { type: "private", to: [other.id], content: "psst", colour: "red" };
      const answer = await member.does(call, wish);
      expect(answer).toMatchObject({ ignored_parameters_unsupported: ["colour"] });
    },
  }),
];
