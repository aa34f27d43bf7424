/** What Acme added to everybody's texts: three emoji of its own, and two patterns that become links. */
import type { Blueprint, BlueprintEmoji } from "#realm/seed/blueprint.ts";
import { character } from "./people.ts";

/** Of 16 by 16 pixels. */
const pictures = {
  heron:
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAADFBMVEUAAACPo7AnMjrolzqJkdUdAAAAAXRSTlMAQObYZgAAADlJREFUeNpjYEAARkEoQ0jYGMIQFIBJwRgMcIYghjZBQUGoAIwlKCgopAARgtAMDMzMDLgYxswGDACW0wJp/M1abgAAAABJRU5ErkJggg==",
  burek:
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAD1BMVEUAAACKWivw4MgiGhTkUj3Dx8rxAAAAAXRSTlMAQObYZgAAAEpJREFUeNpVjckNgEAMAx20BcTQAJhtACpA6b8otIcQ8WM08meAb95gAIgJOmlNjCQ9yUZe+Vmlo4vOW0kgSb2x1NhHrcbMlge/vV6FBZW0yK5JAAAAAElFTkSuQmCC",
  station_17:
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAACVBMVEUAAAD1zm4nMjpdnmpGAAAAAXRSTlMAQObYZgAAADZJREFUeNpdzrENACAMA0GzAZ8N4v2HRCCCRL66ztbgNMVNOC8ibfsHUIjsMA3bwu54W4W6sQD56wpckq+7ZwAAAABJRU5ErkJggg==",
} as const;

const authors = { heron: "bo", burek: "tomasz", station_17: "priya" } as const;

export const emoji: readonly BlueprintEmoji[] = (["heron", "burek", "station_17"] as const).map(
  (name) => ({
    name,
    authorId: character(authors[name]).id,
    picture: { type: "image/png", base64: pictures[name] },
  }),
);

/** Tickets of support, and stations. */
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
