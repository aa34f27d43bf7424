/** Every route of the realm. */
import { accountRoutes, signInRoutes } from "./account.ts";
import { draftAndScheduledRoutes } from "./drafts-and-scheduled.ts";
import { editRoutes } from "./edits.ts";
import { fileRoutes } from "./files.ts";
import { flagRoutes } from "./flags.ts";
import { groupRoutes } from "./groups.ts";
import { messageRoutes } from "./messages.ts";
import { peopleRoutes } from "./people.ts";
import { queueRoutes } from "./queue.ts";
import { readingRoutes } from "./reading.ts";
import { realmRoutes } from "./realm.ts";
import type { Route } from "./route.ts";
import { settingsRoutes } from "./settings.ts";
import { streamRoutes } from "./streams.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { userRoutes } from "./users.ts";

export const allRoutes: readonly Route[] = [
  ...queueRoutes,
  ...messageRoutes,
  ...flagRoutes,
  ...editRoutes,
  ...peopleRoutes,
  ...accountRoutes,
  ...signInRoutes,
  ...draftAndScheduledRoutes,
  ...streamRoutes,
  ...subscriptionRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...fileRoutes,
  ...realmRoutes,
  ...settingsRoutes,
  ...readingRoutes,
];
