/** Contexts for parsing messages in tests: Ana reads, Bo writes, and the realm has a stream, groups and emoji. */

import { standardCells } from "#base/cells.ts";
import { plainHighlight } from "#markup/highlight.ts";
import { linkifier } from "#markup/linkifiers.ts";
import { emojiByName, type ReaderContext } from "#markup/reader-context.ts";
import { plain } from "../../src/base/safe-text.ts";
import { momentLabel } from "../../src/base/time.ts";
import type { LayoutOptions } from "../../src/markup/layout.ts";
import { unicodeGlyphs } from "../../src/theme/glyphs.ts";
import { painter, unstyled } from "../../src/theme/painter.ts";
import { themeOf } from "../../src/theme/themes.ts";
import type { GroupId, StreamId, UserId } from "../../src/wire/ids.ts";

/** An unknown reader in a realm without names; only built-in emoji are known. */
export const plainContext: ReaderContext = {
  names: {
    me: undefined,
    userById: () => undefined,
    userByName: () => undefined,
    groupByName: () => undefined,
    streamByName: () => undefined,
    realmEmoji: () => undefined,
    unicodeEmoji: emojiByName(undefined),
  },
  linkifiers: [],
  writtenAt: undefined,
  featureLevel: 278,
  codeLanguage: "",
  emptyTopic: plain("general chat"),
  realmUrl: undefined,
  moment: (seconds) => plain(momentLabel(seconds, seconds, { timeZone: "UTC", twentyFour: true })),
  sender: undefined,
  you: undefined,
  showAddresses: false,
  labelsFiles: false,
  showsDrawn: () => false,
  topicSign: plain("›"),
  emoji: true,
};

const users = [
  { id: 7 as UserId, name: "Ana Ruiz" },
  { id: 8 as UserId, name: "Bo Lindqvist" },
];
const crew = { id: 3 as GroupId, name: "crew", isSystem: false, includesMe: true };
const guests = { id: 4 as GroupId, name: "guests", isSystem: false, includesMe: false };
const moderators = {
  id: 5 as GroupId,
  name: "Moderators",
  isSystem: true,
  includesMe: false,
};
const ops = { id: 9 as StreamId, name: "ops", colour: "#c9b36a" };
const tickets = linkifier("#(?P<id>[0-9]{2,5})", "https://tickets.example/{id}");

const ownEmoji = new Map<string, "active" | "deactivated">([
  ["party_cat", "active"],
  ["old_cat", "deactivated"],
]);

export const readerContext: ReaderContext = {
  ...plainContext,
  names: {
    me: 7 as UserId,
    userById: (id) => users.find((user) => user.id === id),
    userByName: (name) => users.find((user) => user.name.toLowerCase() === name.toLowerCase()),
    groupByName: (name) =>
      name === "role:moderators" ? moderators : [crew, guests].find((group) => group.name === name),
    streamByName: (name) => (name === ops.name ? ops : undefined),
    realmEmoji: (name) => ownEmoji.get(name),
    unicodeEmoji: plainContext.names.unicodeEmoji,
  },
  linkifiers: tickets ? [tickets] : [],
  realmUrl: "https://chat.example",
  sender: plain("Bo Lindqvist"),
};

export const unpainted: LayoutOptions = {
  columns: 40,
  cells: standardCells,
  glyphs: unicodeGlyphs,
  openSpoilers: new Set(),
  highlight: plainHighlight,
  painter: unstyled,
  hyperlinks: false,
  scrolledColumns: undefined,
};

export const painted: LayoutOptions = {
  ...unpainted,
  painter: painter(themeOf("dark", "dark"), "true"),
};
