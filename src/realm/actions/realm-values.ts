/** Values of the realm's settings as they come: what each may be, and what is wrong with others. */
import { Refusal } from "#realm/failures.ts";
import { switchableWays } from "#realm/register/sign-in-ways.ts";
import type { Server } from "#realm/server.ts";
import type { Group, GroupSetting, Person } from "#realm/state/people.ts";
import { knownStream } from "./access.ts";
import {
  groupNumbered,
  isSameSetting,
  plainSetting,
  requireGroups,
  requirePeople,
} from "./group-settings.ts";
import { isLanguage } from "./languages.ts";

type Asked = {
  readonly server: Server;
  readonly person: Person;
  /** The setting's name. */
  readonly property: string;
  /** As its declaration lets it through. */
  readonly value: unknown;
  readonly present: unknown;
};

/** Gives the value that is kept; throws for one that cannot be. */
export type Read = (asked: Asked) => unknown;

export const asItIs: Read = ({ value }) => value;

export function upTo(longest: number): Read {
  return ({ property, value }) => {
    if ([...String(value)].length > longest) {
      throw new Refusal(`${property} is too long (limit: ${longest} characters)`);
    }
    return value;
  };
}

export function oneOf(...choices: readonly unknown[]): Read {
  return ({ property, value }) => {
    if (!choices.includes(value)) throw new Refusal(`Invalid ${property}`);
    return value;
  };
}

/** The same with the number in the complaint. */
export function oneNamed(...choices: readonly unknown[]): Read {
  return ({ property, value }) => {
    if (!choices.includes(value)) throw new Refusal(`Invalid ${property} ${value}`);
    return value;
  };
}

/** Of four roles, each with all above it: 1 members, 2 administrators, 3 full members, 4 moderators. */
export const common = [1, 2, 3, 4] as const;

function badValue({ property, value }: Asked): Refusal {
  return new Refusal(`Bad value for '${property}': ${value}`, {
    code: "REQUEST_VARIABLE_INVALID",
    extra: { var_name: property, bad_value: value },
  });
}

export const notNegative: Read = (asked) => {
  if (Number(asked.value) < 0) throw badValue(asked);
  return asked.value;
};

/** A number above zero, or `unlimited`, which is kept as `endless`. */
export function limited(endless: number | null): Read {
  return (asked) => {
    const { value } = asked;
    if (value === "unlimited") return endless;
    if (typeof value !== "number" || value <= 0) throw badValue(asked);
    return value;
  };
}

export const language: Read = ({ value }) => {
  if (!isLanguage(String(value))) throw new Refusal(`Invalid language '${value}'`);
  return value;
};

/** A stream that administrators know of; any number below zero stands for none. */
export const board: Read = ({ server, person, value }) =>
  Number(value) < 0 ? -1 : knownStream(server, person, Number(value)).id;

/** The server's own meetings are found by the service itself. */
export const meetingPlace: Read = ({ property, value }) => {
  if (value === "default") return null;
  const url = URL.parse(String(value));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Refusal(`${property} is not an allowed_type`);
  }
  return value;
};

/** Passwords alone let people in here: the other ways are known, and cannot be turned on. */
export const signIns: Read = ({ server, value }) => {
  const wanted = value as Readonly<Record<string, boolean>>;
  const ways = switchableWays(server);
  const strange = Object.keys(wanted).find((name) => !Object.hasOwn(ways, name));
  if (strange !== undefined) {
    const names = Object.keys(ways).map((name) => `'${name}'`);
    throw new Refusal(
      `Invalid authentication method: ${strange}. Valid methods are: [${names.join(", ")}]`,
    );
  }
  if (wanted["Email"] !== true) {
    throw new Refusal("At least one authentication method must be enabled.");
  }
  return undefined;
};

/** A system group's ID, but of those that are named. */
export function systemGroupBut(...barred: readonly string[]): Read {
  return ({ server, property, value }) => {
    const group = groupNumbered(server, Number(value));
    if (!group.isSystem) {
      throw new Refusal(`'${property}' must be a system user group.`, {
        code: "SYSTEM_GROUP_REQUIRED",
        extra: { setting_name: property },
      });
    }
    requireNone(property, group, barred);
    return value;
  };
}

type Wanted = { readonly new: GroupSetting; readonly old?: GroupSetting };

/** Any people and groups, but of those that are named. */
export function anyoneBut(...barred: readonly string[]): Read {
  return ({ server, property, value, present }) => {
    const wanted = value as Wanted;
    if (wanted.old !== undefined && !isSameSetting(wanted.old, present as GroupSetting)) {
      throw new Refusal("'old' value does not match the expected value.", {
        code: "EXPECTATION_MISMATCH",
      });
    }
    const next = plainSetting(wanted.new);
    if (typeof next === "number") requireNone(property, groupNumbered(server, next), barred);
    else {
      requirePeople(server, next.direct_members);
      requireGroups(server, next.direct_subgroups);
    }
    return next;
  };
}

function requireNone(property: string, { name }: Group, barred: readonly string[]): void {
  if (!barred.includes(name)) return;
  throw new Refusal(`'${property}' setting cannot be set to '${name}' group.`);
}
