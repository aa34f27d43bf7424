/**
 * The table of names: streams, topics and people with signs of Markdown, and each way to write one. What is written is
 * read back as the same place, by weir and by the rules of servers; or weir refuses to write it.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { get, values } from "#base/table.ts";
import { placeText } from "#cli/place.ts";
import { personFor, recipientFor } from "#cli/resolver.ts";
import { placeIn } from "#cli/written-place.ts";
import { moveTargets } from "#commands/conversation/moving.ts";
import { linkFacts } from "#commands/places/links.ts";
import { candidatesFrom } from "#commands/writing/completion.ts";
import { completed } from "#editor/completing.ts";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import type { Target } from "#markup/document.ts";
import { parse } from "#markup/parse.ts";
import { permalinkOf, placeOfTerms, quoteOf } from "#model/message-link.ts";
import type { Narrow } from "#model/narrow.ts";
import { escaped } from "#plain/keyboard.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { realmNames } from "#ui/realm-names.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { fakeClock } from "../../support/clock.ts";
import { speakWith } from "../../support/plain-client.ts";
import { plainContext } from "../../support/reader.ts";
import { people as small, smallBlueprint } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

/** Names of their own, and beside each sign what a wrong reading would lead to. */
const names = [
  ..."*star*|star|**bold**|bold|c*|c|code `x`|code|`all`|all|dollar $$x$$|dollar|$$|$100|x&amp;y|x&y".split(
    "|",
  ),
  ..."&#42;|a > b|a|b > c|>|[brackets]|brackets|](end|a](b)|(parens)|!important|~~gone~~|_under_".split(
    "|",
  ),
  ..."@**Bo Lindt**|@*crew*|#**dev**|#12|:tada:|<time:2026-01-01T00:00Z>|<b>|back\\slash|general chat".split(
    "|",
  ),
  ..."deploy@214|100%|a/b?c#d|日本 *語*|***|https://x.example/*".split("|"),
];

const topicOf = (name: string, level: number) =>
  name === "general chat" && level >= since.emptyTopics ? "" : name;
const idOf = (name: string) => 300 + names.indexOf(name);

function blueprint(level: number): Blueprint {
  const now = Math.floor(fakeClock().now() / 1000);
  const plain = smallBlueprint(now);
  const [first] = plain.streams;
  const [user] = plain.users;
  if (first === undefined || user === undefined) throw new Error("The small realm is empty.");
  return {
    ...plain,
    users: [
      ...plain.users,
      ...names.map((fullName, at) => ({
        ...user,
        id: idOf(fullName),
        fullName,
        email: `u${at}@small.example`,
        apiKey: `u${at}key`.padEnd(32, "0123456789"),
      })),
    ],
    groups: [
      ...plain.groups,
      ...names.map((name) => ({ id: idOf(name), name, description: name, members: [small.bo] })),
    ],
    streams: [
      ...plain.streams,
      ...names.map((name) => ({ ...first, id: idOf(name), name, subscribers: [small.ana] })),
    ],
    messages: [
      ...plain.messages,
      ...names.map((topic, at) => ({
        id: 1000 + at,
        senderId: idOf(topic),
        streamId: idOf(topic),
        topic: topicOf(topic, level),
        content: "here",
        sentAt: now,
      })),
    ],
  };
}

describe.each([278, 500])("at level %d", (level) => {
  let world: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    world = await startSmall({ blueprint: blueprint(level), level });
    world.client.open({ kind: "all" });
    await world.settles();
  });
  const view = () => world.store.getState().view;
  const placeOf = (name: string): Narrow => ({
    kind: "topic",
    streamId: idOf(name) as StreamId,
    topic: topicOf(name, level),
  });
  const message = (name: string) => {
    const found = get(view().messages, (1000 + names.indexOf(name)) as MessageId);
    if (found === undefined) throw new Error(`There is no message in ${name}.`);
    return found;
  };

  /** Where weir leads from the only target of a text. */
  function readByWeir(text: string) {
    const context = {
      ...plainContext,
      names: realmNames()(view()),
      featureLevel: level,
      realmUrl: view().realm.url,
    };
    return parse(text, context).targets.map((target) => meant(target));
  }
  function meant(target: Target): unknown {
    if (target.kind === "narrow") return placeOfTerms(view(), target.terms)?.narrow;
    if (target.kind === "topic") {
      const { near: _, ...place } = target;
      return place;
    }
    return target;
  }
  /** The links and the people of the server's HTML. */
  function readByServer(text: string) {
    const { html } = world.control.server.render(text);
    const links = [...html.matchAll(/ href="\/?(#[^"]*)"/g)].map(([, url = ""]) => {
      return placeOfTerms(view(), narrowLink(url)?.terms ?? [])?.narrow;
    });
    const called = [...html.matchAll(/data-user-(group-)?id="([^"]*)"/g)].map(([, group, id]) =>
      group === undefined
        ? { kind: "user", userId: Number(id) }
        : { kind: "group", groupId: Number(id) },
    );
    return [...links, ...called];
  }
  function checkWritten(text: string, place: unknown) {
    for (const written of [text, `(${text.trim()})`, `**so ${text}~~**`]) {
      expect(readByWeir(written), written).toEqual([place]);
      expect(readByServer(written), written).toEqual([place]);
    }
  }
  /** What the composer writes when the name was typed and accepted. */
  function completion(typed: string, title: string): string | undefined {
    const editor = editorOf(typed);
    const found = candidatesFrom(world.store.getState(), editor);
    const candidate = found?.candidates.find((one) => one.title === title);
    return found && candidate && completed(editor, found.query, candidate.insert).text;
  }
  /** The most of a name that can be typed without ending it. */
  const begun = (name: string, ends: RegExp) =>
    name
      .split(ends)
      .reduce((most, part) => (part.length > most.length ? part : most), "")
      .trim();

  test.each(names)("%s: the completion of a stream", (name) => {
    const typed = begun(name, /[#>]|\*\*|<time:/);
    const written = completion(`#${typed}`, name);
    if (written === undefined) expect(typed.length).toBeLessThan(2);
    else checkWritten(written, { kind: "stream", streamId: idOf(name) });
  });

  test.each(names)("%s: the completion of a topic", (name) => {
    const typed = begun(name, /[#>]|\*\*|<time:/);
    const written = completion(`#${typed}>`, name);
    // The stream whose name begins so is another one.
    if (written === undefined) expect(typed).not.toBe(name);
    else checkWritten(written, placeOf(name));
  });

  test.each(names)("%s: mentions of a person and of a group", (name) => {
    const typed = begun(name, /[@*]/);
    const person = completion(`@_${typed}`, name);
    if (person === undefined) expect(typed.length).toBeLessThan(2);
    else if (person.startsWith("@_**")) checkWritten(person, { kind: "user", userId: idOf(name) });
    else checkWritten(person, { kind: "group", groupId: idOf(name) });
  });

  test("groups of the server are mentioned silently, where servers read that", () => {
    const written = completion("@_moder", "Moderators");
    expect(completion("@moder", "Moderators")).toBeUndefined();
    expect(written).toBe(level >= since.systemGroupMentions ? "@_*role:moderators* " : undefined);
    const moderators = [...values(view().groups)].find(({ name }) => name === "role:moderators");
    if (written !== undefined) checkWritten(written, { kind: "group", groupId: moderators?.id });
  });

  test.each(names)("%s: a quote and a link", (name) => {
    const { view: shown } = world.store.getState();
    const quote = quoteOf(shown, message(name));
    const link = permalinkOf(shown, message(name));
    const { terms = [] } = narrowLink(link) ?? {};
    expect(placeOfTerms(shown, terms)?.narrow).toEqual(placeOf(name));
    const person = { kind: "user", userId: idOf(name) as UserId };
    expect(readByWeir(quote)).toEqual([person, placeOf(name)]);
    expect(readByServer(quote)).toContainEqual(person);
  });

  test.each(names)("%s: the target of a move", (name) => {
    const from = { streamId: idOf(name) as StreamId, topic: "elsewhere" };
    const moved = { messageId: message(name).id, from, kind: "topic" as const };
    const dialog = { kind: "move-target", moved, input: inputOf(`${name} > ${name}`), chosen: 0 };
    const [target] = moveTargets(linkFacts(world.store.getState()), dialog as never);
    expect(target?.address ?? "refused").toEqual(placeOf(name));
  });

  test.each(names)("%s: a verb", async (name) => {
    const here = { connection: { site: view().realm.url } } as never;
    const found = recipientFor(here, view(), placeIn(`#${name} > ${name}`));
    const reached = await found.then(
      (narrow) => narrow,
      (error: Error) => error.message,
    );
    if (typeof reached === "string") expect(reached).toMatch(/can be read as|matches several/);
    else {
      expect(reached).toEqual(placeOf(name));
      expect(placeText(view(), reached)).toBe(`#${name} > ${name}`);
    }
    // Servers allow no such names of people.
    if (!/[*`\\>"@]/.test(name)) expect(personFor(view(), `@${name}`).id).toBe(idOf(name));
  });

  test.each(names)("%s: plain mode", async (name) => {
    const { types } = speakWith(world.store, world.clock);
    const isCommand = name.startsWith(":");
    await types(escaped, escaped, "compose", `${isCommand ? "\\" : ""}${name} > ${name}`, "");
    const { composing, dialog } = world.store.getState().screen;
    // It may be a topic of the stream whose name begins so, too: then it is asked.
    const isUnclear = names.some((other) => name.startsWith(`${other} > `));
    if (isUnclear) expect(dialog).toMatchObject({ kind: "recipient", want: "stream" });
    else expect(composing).toMatchObject({ address: placeOf(name) });
  });

  test.each(names)("%s: the notice of a move", async (name) => {
    const { byId } = world.control.server.state.messages;
    const { status } = await world.cleo.patch(`/messages/${message(name).id}`, {
      topic: `from ${idOf(name)}`,
      propagate_mode: "change_all",
      send_notification_to_new_thread: true,
    });
    const notice = [...byId.values()].at(-1)?.content ?? "";
    expect([status, notice]).toEqual([200, expect.stringContaining("moved here from")]);
    expect(readByWeir(notice)[0]).toEqual(placeOf(name));
    expect(readByServer(notice)).toContainEqual(placeOf(name));
  });
});
