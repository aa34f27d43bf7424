/** What `weir groups` lists of a replica. */
import { get, values } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import type { Invocation } from "./invocation.ts";
import type { Listing } from "./listing.ts";

export function groupListing(replica: Replica, { options }: Pick<Invocation, "options">): Listing {
  const withSystem = options["system"] === true;
  const groups = [...values(replica.groups)].filter(
    ({ isSystem, isActive }) => (withSystem || !isSystem) && isActive,
  );
  return {
    none: "There are no groups; --system lists those of the server.",
    rows: groups.map(({ id, name, description, members, subgroups, isSystem }) => {
      const names = members.map((one) => get(replica.people, one)?.name ?? `${one}`);
      return {
        json: {
          id,
          name,
          description,
          members: names,
          subgroups: subgroups.map((one) => get(replica.groups, one)?.name ?? `${one}`),
          system: isSystem,
        },
        cells: [
          { text: name, token: "strong" },
          members.length,
          description,
          names.map((one) => `@${one}`).join(", "),
        ],
      };
    }),
  };
}
