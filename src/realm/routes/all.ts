/** Every route of the realm. */
import { accountRoutes } from "./account.ts";
import { editRoutes } from "./edits.ts";
import { flagRoutes } from "./flags.ts";
import { messageRoutes } from "./messages.ts";
import { peopleRoutes } from "./people.ts";
import { queueRoutes } from "./queue.ts";
import type { Route } from "./route.ts";

export const allRoutes: readonly Route[] = [
  ...queueRoutes,
  ...messageRoutes,
  ...flagRoutes,
  ...editRoutes,
  ...peopleRoutes,
  ...accountRoutes,
];
