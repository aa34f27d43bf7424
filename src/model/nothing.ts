/** The picture before the first register: nothing is known, and nothing can be wrong. */
import { emptyTable } from "#base/table.ts";
import type { UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import { noFurniture } from "./furniture.ts";
import type { Picture } from "./picture.ts";
import { noRecent } from "./recent.ts";
import { noneUndecided } from "./undecided.ts";
import { noUnreads } from "./unreads.ts";
import { noUploads } from "./uploads.ts";

export const nothingKnown: Picture = {
  epoch: 0,
  lastEvent: -1,
  recent: noRecent,
  realm: {
    name: "weir",
    url: "",
    featureLevel: 0,
    prefix: undefined,
    maxMessageLength: limits.messageLength,
    maxTopicLength: limits.topicLength,
    maxStreamNameLength: limits.streamNameLength,
    maxStreamDescriptionLength: limits.streamDescriptionLength,
    typingStartedWaitMs: 10_000,
    typingStoppedWaitMs: 5_000,
    typingExpiryMs: 15_000,
    presenceOfflineSeconds: 140,
    generation: undefined,
    createdAt: undefined,
  },
  furniture: noFurniture,
  ownId: 0 as UserId,
  settings: {},
  people: emptyTable(),
  namesRevision: 0,
  groups: emptyTable(),
  uploads: noUploads,
  streams: emptyTable(),
  topics: new Map(),
  topicsComplete: new Set(),
  policies: new Map(),
  mutedPeople: new Set(),
  participated: new Set(),
  directs: new Map(),
  messages: emptyTable(),
  unconfirmed: emptyTable(),
  histories: new Map(),
  unreads: noUnreads,
  starred: [],
  typing: new Map(),
  presences: new Map(),
  statuses: new Map(),
  alertWords: [],
  drafts: new Map(),
  scheduled: new Map(),
  newestMessage: 0,
  newestAtRegister: 0,
  undecided: noneUndecided,
};
