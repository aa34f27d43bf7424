/** Acme's custom emoji and link patterns. */
import type { Blueprint, BlueprintEmoji } from "#realm/seed/blueprint.ts";

export const emoji: readonly BlueprintEmoji[] = [
  { name: "heron" },
  { name: "burek" },
  { name: "station_17" },
];

export const linkifiers: NonNullable<Blueprint["linkifiers"]> = [
  {
    pattern: "#(?P<ticket>[0-9]{3,6})",
    template: "https://support.acme.example/tickets/{ticket}",
  },
  {
    pattern: "ST-(?P<station>[0-9]{1,5})",
    template: "https://stations.acme.example/{station}",
  },
];
