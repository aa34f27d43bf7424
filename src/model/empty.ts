/** The replica before the first register. */
import { emptyTable } from "#base/table.ts";
import type { UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import { emptyOrganization } from "./organization.ts";
import { noRecentEvents } from "./recent-events.ts";
import type { Replica } from "./replica.ts";
import { noSnoozes } from "./snooze.ts";
import { noneUndecided } from "./undecided.ts";
import { noUnreads } from "./unreads.ts";

export const emptyReplica: Replica = {
  epoch: 0,
  lastEvent: -1,
  recent: noRecentEvents,
  realm: {
    name: "weir",
    url: "",
    featureLevel: 0,
    prefix: undefined,
    version: undefined,
    emojiDataUrl: undefined,
    maxMessageLength: limits.messageLength,
    maxUploadSize: undefined,
    thumbnails: undefined,
    maxTopicLength: limits.topicLength,
    maxStreamNameLength: limits.streamNameLength,
    maxStreamDescriptionLength: limits.streamDescriptionLength,
    typingStartedWaitMs: 10_000,
    typingStoppedWaitMs: 5_000,
    typingExpiryMs: 15_000,
    presenceOfflineSeconds: 140,
    presencePingMs: 60_000,
    generation: undefined,
    createdAt: undefined,
  },
  organization: emptyOrganization,
  emojiNames: undefined,
  ownId: 0 as UserId,
  settings: {},
  people: emptyTable(),
  namesRevision: 0,
  groups: emptyTable(),
  streams: emptyTable(),
  topics: new Map(),
  topicsComplete: new Set(),
  policies: new Map(),
  mutedPeople: new Set(),
  archived: new Map(),
  participated: new Set(),
  participationKnown: false,
  directs: new Map(),
  messages: emptyTable(),
  carriedOver: emptyTable(),
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
  snoozes: noSnoozes,
};
