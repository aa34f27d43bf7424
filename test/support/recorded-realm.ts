/** The realm of a recording: names as found in the server's HTML. */

import { linkifier } from "#markup/linkifiers.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import { decoded } from "../../src/markup/entities.ts";
import type { GroupId, StreamId, UserId } from "../../src/wire/ids.ts";
import { brandOf } from "../../src/wire/server.ts";
import { readerContext } from "./reader.ts";
import { type RecordedSet, type Rendered, registerOf, renderedBy } from "./recordings.ts";

type RawGroup = { readonly id: number; readonly name: string; readonly is_system_group: boolean };

/** The reader context for a recorded message, derived from the server's HTML. */
export function recordedRealm(set: RecordedSet): (message: Rendered) => ReaderContext {
  const register = registerOf(set);
  const realmUrl = `${register["realm_url"]}`;
  const all = renderedBy(set)
    .map(({ html }) => html)
    .join("\n");
  const link = linkifier("#(?P<id>[0-9]{2,5})", `${realmUrl}/ticket/{id}`);
  const named = (pattern: RegExp) =>
    [...all.matchAll(pattern)].map(([, id, name = ""]) => ({
      id: Number(id),
      name: decoded(name),
    }));
  const users = named(/data-user-id="(\d+)">@?([^<]*)/g);
  const titles = named(/data-user-group-id="(\d+)">@?([^<]*)/g);
  const groups = register["realm_user_groups"] as readonly RawGroup[];
  const streams = named(
    /class="stream(?:-topic)?" data-stream-id="(\d+)"[^>]*>#(.*?)(?: &gt; .*)?</g,
  );
  return ({ html }) => ({
    ...readerContext,
    sender: undefined,
    realmUrl,
    featureLevel: brandOf(register).featureLevel,
    linkifiers: link === undefined ? [] : [link],
    names: {
      me: undefined,
      userById: (id) => users.find((u) => u.id === id) as { id: UserId; name: string } | undefined,
      userByName: (name) => users.find((u) => u.name.toLowerCase() === name.toLowerCase()) as never,
      groupByName: (name) => {
        const group = groups.find((g) => g.is_system_group && g.name === name);
        const title = titles.find((t) =>
          group === undefined ? t.name === name : t.id === group.id,
        );
        const isSystem = group !== undefined;
        return title && { ...title, id: title.id as GroupId, isSystem, includesMe: false };
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
