/** Domains, places to try code, groups of streams and hints for newcomers as they travel. */
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import type { Domain } from "#realm/state/furnishings.ts";
import type { Personal } from "#realm/state/personal.ts";
import { streamView } from "./stream.ts";

export function domainView({ name, isOpenBelow }: Domain) {
  return { domain: name, allow_subdomains: isOpenBelow };
}

export function domainsView({ state }: Server) {
  return state.furnishings.domains.map(domainView);
}

export function playgroundsView({ state, level }: Server) {
  return state.furnishings.playgrounds.map(({ id, name, language, template }) =>
    keysAt(level, { id, name, pygments_language: language, url_template: template }),
  );
}

/** By name; streams that are out of use are not among them. */
export function streamGroupsView(server: Server) {
  const { streams, furnishings } = server.state;
  return furnishings.streamGroups
    .map(({ id, name, description, streamIds }) => ({
      name,
      id,
      description,
      streams: streamIds.flatMap((streamId) => {
        const stream = streams.byId.get(streamId);
        if (stream === undefined || stream.isArchived) return [];
        const { stream_weekly_traffic: _, ...view } = streamView(server, stream);
        return [view];
      }),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Hints that the service's own screens show once each, in their order. */
export const steps = [
  "visibility_policy_banner",
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
] as const;

/** Those that the person has not seen. */
export function stepsView({ seenSteps }: Personal) {
  return steps
    .filter((name) => !seenSteps.has(name))
    .map((name) => ({ type: "one_time_notice", name }));
}
