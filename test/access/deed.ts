/** How a row of the access tables is written: an action, what the person has to do with it, and what becomes of it. */
import type { Parameters } from "../support/realm.ts";
import type { Given, Village } from "./given.ts";
import type { Caste } from "./village.ts";

export type Outcome =
  | {
      readonly kind: "allowed";
      /** Parts of the answer. */
      readonly answer?: Readonly<Record<string, unknown>>;
      /** It was so before: nothing changes. */
      readonly quiet?: boolean;
    }
  | {
      /** Answered like a success, without what the person may not see or change. */
      readonly kind: "withheld";
      readonly answer: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: "refused";
      readonly text: string;
      readonly code: string;
      readonly status: number;
    };

/** Words separated by blanks: of what the cast consists. */
type Names = string;

/** `me` is the ID of the person who asks. */
type ForMe<Value> = Value | ((me: number, village: Village) => Value);

export type Deed = {
  /** As it is declared: `PATCH /streams/{stream_id}`. */
  readonly action: string;
  /** What the person has to do with it. */
  readonly relation: string;
  /** The path's parameters, by name. */
  readonly at?: ForMe<Readonly<Record<string, string | number>>>;
  readonly asks?: ForMe<Parameters>;
  /** Whether a picture comes along, in a form. */
  readonly brings?: boolean;
  /** What the realm's settings are, without their prefix. */
  readonly realm?: Readonly<Record<string, unknown>>;
  /** What happened before, in order. */
  readonly given?: readonly Given[];
  readonly outcomes: Readonly<Record<Names, Outcome>>;
};

export type Row = Omit<Deed, "outcomes"> & { readonly who: Caste; readonly outcome: Outcome };

export function rowsOf(deeds: readonly Deed[]): readonly Row[] {
  return deeds.flatMap(({ outcomes, ...deed }) =>
    Object.entries(outcomes).flatMap(([names, outcome]) =>
      names.split(" ").map((who) => ({ ...deed, who: who as Caste, outcome })),
    ),
  );
}

export const everybody = "owner administrator moderator member newcomer guest bot";
export const administrators = "owner administrator";
/** Everybody else. */
export const commoners = "moderator member newcomer guest bot";
export const members = "owner administrator moderator member newcomer bot";
export const humans = "owner administrator moderator member newcomer guest";

export const allowed: Outcome = { kind: "allowed" };
/** It was so before. */
export const unchanged: Outcome = { kind: "allowed", quiet: true };

export function shows(answer: Readonly<Record<string, unknown>>): Outcome {
  return { kind: "allowed", answer };
}

export function withholds(answer: Readonly<Record<string, unknown>>): Outcome {
  return { kind: "withheld", answer };
}

export function refused(text: string, code = "BAD_REQUEST", status = 400): Outcome {
  return { kind: "refused", text, code, status };
}

export const noSuchMessage = refused("Invalid message(s)");
export const noSuchStream = refused("Invalid channel ID");
export const notPermitted = refused("Insufficient permission");
export const notForGuests = refused("Not allowed for guest users");
export const notForBots = refused("This endpoint does not accept bot requests.");
export const onlyAdministrators = refused(
  "Must be an organization administrator",
  "UNAUTHORIZED_PRINCIPAL",
);
export const onlyOwners = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");

/** Who meets each value of the policies of the common set; all others are refused. */
const common: Readonly<Record<number, Names>> = {
  1: members,
  2: administrators,
  3: "owner administrator moderator member bot",
  4: "owner administrator moderator",
  5: everybody,
  6: "",
};

/** Those of `from` whom `names` leaves out. */
export function without(names: Names, from: Names = everybody): Names {
  const named = names.split(" ");
  return from
    .split(" ")
    .filter((who) => !named.includes(who))
    .join(" ");
}

/**
 * One deed for each value of a policy: those who meet it are allowed, guests are told `guests`, all others `text`.
 * The newcomer is new: the realm waits three days before it calls somebody a full member.
 */
export function byPolicy(
  policy: string,
  values: readonly number[],
  deed: Omit<Deed, "outcomes">,
  { others, guests = others }: { readonly others: Outcome; readonly guests?: Outcome },
): readonly Deed[] {
  return values.map((value) => {
    const allowedOnes = common[value] ?? "";
    const rest = without(allowedOnes).split(" ");
    const outcomes: Record<Names, Outcome> = {
      ...(allowedOnes === "" ? {} : { [allowedOnes]: allowed }),
      ...(rest.includes("guest") ? { guest: guests } : {}),
    };
    const refusedOnes = rest.filter((who) => who !== "guest" && who !== "").join(" ");
    if (refusedOnes !== "") outcomes[refusedOnes] = others;
    return {
      ...deed,
      relation: `${deed.relation}, ${policy} ${value}`,
      realm: { waiting_period_threshold: 3, [policy]: value, ...deed.realm },
      outcomes,
    };
  });
}
