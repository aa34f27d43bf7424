/** Routes for user status. */
import { personAmong } from "#realm/actions/access.ts";
import { requireEmoji, unicode, wholeEmoji } from "#realm/actions/react.ts";
import { Refusal } from "#realm/failures.ts";
import { requireLength } from "#realm/parameters.ts";
import { announceToAll, commit } from "#realm/server.ts";
import type { Status } from "#realm/state/people.ts";
import { statusView } from "#realm/views/person.ts";
import { getStatus, updateStatus } from "#wire/endpoints/status.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { action, type RouteRequest, route } from "./route.ts";
import { setSetting } from "./settings.ts";

export const statusRoutes = [
  action(updateStatus, update),
  route(getStatus, ({ server, id }) => ({
    status: statusView(server, personAmong(server, id, { bots: false, gone: false })),
  })),
];

type Updating = RouteRequest<typeof updateStatus.parameters>;

function update(request: Updating): void {
  const { server, person, values } = request;
  const { emoji_name: emoji, away } = values;
  const text = values.status_text?.trim();
  const chosen = chosenEmoji(request);
  if (text === undefined && emoji === undefined && away === undefined) {
    throw new Refusal("Client did not pass any new values.");
  }
  requireLength("status_text", text ?? "", limits.statusTextLength);
  const isPresence = server.level >= since.awayIsPresence;
  if (away !== undefined && isPresence) setSetting(server, person, "presence_enabled", !away);
  const status: Status = {
    ...(person.status ?? { text: "" }),
    ...(text === undefined ? {} : { text }),
    ...(away === undefined || isPresence ? {} : { away }),
    ...chosen,
  };
  commit(server, { kind: "person changed", personId: person.id, facts: { status } });
  // The event contains only the given parameters, changed or not.
  announceToAll(server, "user_status", {
    user_id: person.id,
    ...(away === undefined ? {} : { away }),
    ...(text === undefined ? {} : { status_text: text }),
    ...(chosen && {
      emoji_name: chosen.emoji,
      emoji_code: chosen.code,
      reaction_type: chosen.type,
    }),
  });
}

/** Undefined: the emoji stays. An empty name removes it. */
function chosenEmoji({ server, values }: Updating) {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = values;
  if (name === undefined) {
    if (!(code || type)) return undefined;
    throw new Refusal(
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    );
  }
  if (name === "") return { emoji: "", code: "", type: unicode };
  const chosen = wholeEmoji(server, { ...values, emoji_name: name });
  requireEmoji(server, chosen);
  return { emoji: name, code: chosen.code, type: chosen.type };
}
