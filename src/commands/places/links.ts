/** Where a pasted or followed link leads: to a place of a live account, to a saved one, or nowhere. */
import { onlyMessageOfTerms, placeOfTerms, strangeSite } from "#model/message-link.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { OpenAccount } from "#store/account.ts";
import type { OtherAccount } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { isSameSite, type NarrowLink } from "#wire/narrow-link.ts";

type LinkFacts = {
  readonly view: Replica;
  readonly others: readonly OtherAccount[];
  readonly open: OpenAccount | undefined;
};

export type Destination =
  | {
      readonly kind: "place";
      /** Undefined: the shown one. */
      readonly account: string | undefined;
      readonly view: Replica;
      readonly narrow: Narrow;
      readonly near: MessageId | undefined;
    }
  /** It has to be opened first. */
  | { readonly kind: "account"; readonly account: string }
  | { readonly kind: "nowhere"; readonly problem: string };

export function destinationOf({ view, others, open }: LinkFacts, link: NarrowLink): Destination {
  const { site } = link;
  const listed = open?.all ?? [];
  const isOf = (name: string | undefined, { realm }: Replica) =>
    site === undefined ||
    isSameSite(site, realm.url) ||
    listed.some((one) => one.name === name && isSameSite(site, one.site ?? ""));
  if (site === undefined || isOf(open?.name, view)) return placeIn(view, undefined, link);
  const live = others.find(({ name, state }) => isOf(name, state.view));
  if (live !== undefined) return placeIn(live.state.view, live.name, link);
  const saved = listed.find((one) => isSameSite(site, one.site ?? ""));
  return saved === undefined
    ? { kind: "nowhere", problem: strangeSite(site) }
    : { kind: "account", account: saved.name };
}

function placeIn(view: Replica, account: string | undefined, { terms }: NarrowLink): Destination {
  const message = onlyMessageOfTerms(terms);
  if (message !== undefined)
    return { kind: "place", account, view, narrow: { kind: "all" }, near: message };
  const place = placeOfTerms(view, terms);
  return place === undefined
    ? { kind: "nowhere", problem: "This link does not lead to a known place." }
    : { ...place, account, view };
}
