/** Calls for views, which the server shares among all of the user's clients. */
import * as wire from "#wire/endpoints/personal.ts";
import { callTo } from "./connection.ts";

/** GET /navigation_views. */
export const getViews = callTo(wire.getNavigationViews);

/** POST /navigation_views. */
export const addView = callTo(wire.addNavigationView);

/** PATCH /navigation_views/{fragment}. */
export const editView = callTo(wire.editNavigationView);

/** DELETE /navigation_views/{fragment}. */
export const removeView = callTo(wire.removeNavigationView);
