/** Where a pasted or followed link leads: to a place of a live account, to a saved one, or nowhere. */
import { get } from "#base/table.ts";
import type { Conversation } from "#model/conversation.ts";
import { onlyMessageOfTerms, placeOfTerms } from "#model/message-link.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { OpenAccount } from "#store/account.ts";
import type { OtherAccount, State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { isSameSite, type NarrowLink, narrowLink, strangeSite } from "#wire/narrow-link.ts";

export type LinkFacts = {
  readonly view: Replica;
  readonly others: readonly OtherAccount[];
  readonly open: OpenAccount | undefined;
};

export function linkFacts({ view, others, session }: State): LinkFacts {
  return { view, others, open: session.account };
}

export type Destination =
  | {
      readonly kind: "place";
      /** If undefined, it is the shown one. */
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

/** Where a text goes by a link that stands for its recipient, or why it goes nowhere. Undefined if it is no link. */
export function linkedRecipient(
  facts: LinkFacts,
  text: string,
): { readonly narrow: Conversation } | { readonly problem: string } | undefined {
  const link = narrowLink(text);
  if (link === undefined) return undefined;
  const destination = destinationOf(facts, link);
  if (destination.kind === "nowhere") return destination;
  if (destination.kind === "account" || destination.account !== undefined)
    return { problem: `That link is of the account ${destination.account}.` };
  const { narrow, near } = destination;
  // A link to a message stands for where that is now.
  const message = near && get(facts.view.messages, near);
  const to = message && narrow.kind === "topic" ? conversationOfMessage(message) : narrow;
  return isConversation(to) ? { narrow: to } : { problem: "That link leads to no conversation." };
}
