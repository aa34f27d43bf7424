/** Values of the realm's settings as they come: what each may be, and what is wrong with others. */
import { badValue, Refusal } from "#realm/failures.ts";
import { switchableWays } from "#realm/register/sign-in-ways.ts";
import type { Server } from "#realm/server.ts";
import type { GroupSetting, Person } from "#realm/state/people.ts";
import { knownStream } from "./access.ts";
import { readAnyone, readSystemGroup, requireExpected } from "./group-settings.ts";
import { languageName } from "./languages.ts";
import { isUrl } from "./urls.ts";

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
export const fourRoles = [1, 2, 3, 4] as const;

export const notNegative: Read = ({ property, value }) => {
  if (Number(value) < 0) throw badValue(property, value);
  return value;
};

/** A number above zero, or `unlimited`, which is kept as `endless`. */
export function limited(endless: number | null): Read {
  return ({ property, value }) => {
    if (value === "unlimited") return endless;
    if (typeof value !== "number" || value <= 0) throw badValue(property, value);
    return value;
  };
}

export const language: Read = ({ value }) => {
  if (languageName(String(value)) === undefined) throw new Refusal(`Invalid language '${value}'`);
  return value;
};

/** A stream that administrators know of; any number below zero stands for none. */
export const board: Read = ({ server, person, value }) =>
  Number(value) < 0 ? -1 : knownStream(server, person, Number(value)).id;

/** The server's own meetings are found by the service itself. */
export const meetingPlace: Read = ({ property, value }) => {
  if (value === "default") return null;
  if (!isUrl(String(value))) {
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
  return ({ server, property, value }) => readSystemGroup(server, property, Number(value), barred);
}

type Wanted = { readonly new: GroupSetting; readonly old?: GroupSetting };

/** Any people and groups, but of those that are named. */
export function anyoneBut(...barred: readonly string[]): Read {
  return ({ server, property, value, present }) => {
    const wanted = value as Wanted;
    requireExpected(present as GroupSetting, wanted.old);
    return readAnyone(server, property, wanted.new, barred);
  };
}
