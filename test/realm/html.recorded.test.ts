/** The realm's HTML of names is that of the recorded servers. */
import { expect, test } from "vitest";
import { rendererOf } from "#realm/html.ts";
import { brandOf } from "#wire/server.ts";
import { isNobodyForServer, linkPatternIn, namesIn } from "../support/recorded-realm.ts";
import { inEachSet, registerOf, renderedBy } from "../support/recordings.ts";

const named = /[@#]_?\*|!\[|\]\((?:\/user_uploads|#narrow)/;
/** Lists, tables, headings, emoji, links of other kinds, formulas, times, highlighted code and previews. */
const unrendered =
  /<(?:h\d|hr|li|td|time|div|img|math)|aria-label|katex|tex-error|timestamp-error|codehilite|emoji|https?:/;

/** Without the newest message of a topic, and the kinds of mentions of everybody. */
const bare = (html: string) => html.replace(/\/with\/\d+| channel-wildcard-mention/g, "");

inEachSet((name, set) => {
  const { users, groups, streams } = namesIn(set);
  const level = brandOf(registerOf(set)).featureLevel;
  const people = users.map(({ id, name: fullName }) => [id, { id, fullName, isActive: true }]);
  const render = rendererOf(
    {
      people: {
        byId: new Map(people as never),
        groups: new Map(
          groups.map((group) => [group.id, { ...group, members: [], subgroups: [] }]),
        ),
        revision: 1,
      },
      streams: { byName: new Map(streams.map((one) => [one.name.toLowerCase(), one])) },
      messages: { ofTopic: new Map() },
      customization: { emoji: [], linkifiers: [linkPatternIn(set)] },
    } as never,
    level,
  );
  test(`${name}: mentions, links to places and files are rendered as recorded`, () => {
    const all = renderedBy(set).filter(
      (one) =>
        named.test(one.source) &&
        !unrendered.test(one.html + one.source) &&
        !isNobodyForServer(one),
    );
    expect(all.length).toBeGreaterThan(30);
    for (const { source, html } of all) expect(bare(render(source).html), source).toBe(bare(html));
  });
});
