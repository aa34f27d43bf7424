/** Every route of the realm. */
import { accountRoutes, signInRoutes } from "./account.ts";
import { draftRoutes } from "./drafts.ts";
import { editRoutes } from "./edits.ts";
import { fileRoutes } from "./files.ts";
import { flagRoutes } from "./flags.ts";
import { groupRoutes } from "./groups.ts";
import { messageRoutes, readingRoutes } from "./messages.ts";
import { peopleRoutes } from "./presence.ts";
import { profileFieldRoutes } from "./profile-fields.ts";
import { queueRoutes } from "./queue.ts";
import type { Route } from "./route.ts";
import { scheduledRoutes } from "./scheduled.ts";
import { settingsRoutes } from "./settings.ts";
import { statusRoutes } from "./status.ts";
import { streamChangeRoutes, streamRoutes } from "./streams.ts";
import { joinRoutes, subscriptionRoutes } from "./subscriptions.ts";
import { topicRoutes } from "./topics.ts";
import { userRoutes } from "./users.ts";

export const allRoutes: readonly Route[] = [
  ...queueRoutes,
  ...messageRoutes,
  ...flagRoutes,
  ...editRoutes,
  ...peopleRoutes,
  ...accountRoutes,
  ...signInRoutes,
  ...draftRoutes,
  ...scheduledRoutes,
  ...streamRoutes,
  ...subscriptionRoutes,
  ...joinRoutes,
  ...streamChangeRoutes,
  ...topicRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...fileRoutes,
  ...profileFieldRoutes,
  ...statusRoutes,
  ...settingsRoutes,
  ...readingRoutes,
];
