/** The realm of a recording: names as found in the server's HTML. */

import { decoded } from "#base/entities.ts";
import { linkifier } from "#markup/linkifiers.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import type { GroupId, StreamId, UserId } from "../../src/wire/ids.ts";
import { brandOf } from "../../src/wire/server.ts";
import { readerContext } from "./reader.ts";
import { type RecordedSet, type Rendered, registerOf, renderedBy } from "./recordings.ts";

type RawGroup = { readonly id: number; readonly name: string; readonly is_system_group: boolean };

/** Whom and what the server's HTML names; of system groups, both names. */
export function namesIn(set: RecordedSet) {
  const html = renderedBy(set).map((one) => one.html);
  const named = (pattern: RegExp) =>
    [...html.join("\n").matchAll(pattern)].map(([, id, name = ""]) => ({
      id: Number(id),
      name: decoded(name),
    }));
  const groups = registerOf(set)["realm_user_groups"] as readonly RawGroup[];
  return {
    users: named(/data-user-id="(\d+)">@?([^<]*)/g),
    groups: named(/data-user-group-id="(\d+)">@?([^<]*)/g).map(({ id, name: title }) => {
      const own = groups.find((group) => group.id === id && group.is_system_group);
      return { id, title, name: own?.name ?? title, isSystem: own !== undefined };
    }),
    streams: named(/class="stream(?:-topic)?" data-stream-id="(\d+)"[^>]*>#(.*?)(?: &gt; .*)?</g),
  };
}

export function linkPatternIn(set: RecordedSet) {
  const template = `${registerOf(set)["realm_url"]}/ticket/{id}`;
  return { pattern: "#(?P<id>[0-9]{2,5})", template };
}

/** The reader context for a recorded message, derived from the server's HTML. */
export function recordedRealm(set: RecordedSet): (message: Rendered) => ReaderContext {
  const register = registerOf(set);
  const { users, groups, streams } = namesIn(set);
  const { pattern, template } = linkPatternIn(set);
  const link = linkifier(pattern, template);
  return ({ html }) => ({
    ...readerContext,
    sender: undefined,
    realmUrl: `${register["realm_url"]}`,
    featureLevel: brandOf(register).featureLevel,
    linkifiers: link === undefined ? [] : [link],
    names: {
      me: undefined,
      userById: (id) => users.find((u) => u.id === id) as { id: UserId; name: string } | undefined,
      userByName: (name) => users.find((u) => u.name.toLowerCase() === name.toLowerCase()) as never,
      groupByName: (name) => {
        const group = groups.find((g) => g.name === name);
        return group && { ...group, name: group.title, id: group.id as GroupId, includesMe: false };
      },
      streamByName: (name) => {
        const stream = streams.find((s) => s.name === name);
        return stream && { ...stream, id: stream.id as StreamId };
      },
      realmEmoji: (name) => (html.includes(`alt=":${name}:"`) ? "active" : undefined),
      unicodeEmoji: readerContext.names.unicodeEmoji,
    },
  });
}

/**
 * Whether the server left a mention as text where we do not: an ID identifies the person even if the name has changed;
 * and a name that nobody has stays as it was written, in quotes too.
 */
export function isNobodyForServer({ html }: Rendered): boolean {
  return /@_<strong>|@<strong>[^<]*\|\d+</.test(html);
}
