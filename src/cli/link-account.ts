/** The account of a link: the one whose server it names, whichever would have been used. */
import { wordList } from "#base/word-list.ts";
import { accountFromEnvironment } from "#config/account.ts";
import { hostOf, isSameSite, narrowLink, strangeSite } from "#wire/narrow-link.ts";
import { type AccountOptions, siteIn, siteOf } from "./accounts.ts";
import type { Configuration, Places } from "./configuration.ts";
import { Exit } from "./exit-codes.ts";
import type { Invocation } from "./invocation.ts";
import { argumentAt, type Kind, kindsOf } from "./placeholders.ts";
import type { Verb } from "./verb.ts";

/** What a link may stand for. */
const linked: ReadonlySet<Kind> = new Set(["archived-stream", "message", "stream", "topic"]);

/** The sites of the links among the arguments that name places or messages; those in a text are not asked. */
function sitesNamed(verb: Verb, { args = [], options }: Invocation): readonly string[] {
  const isAddressed = verb.options.some(({ flags }) => flags === "--to <recipient>");
  const to = isAddressed ? options["to"] : undefined;
  const places = args.filter((_, at) => {
    const placeholder = argumentAt(verb.argument, at);
    return placeholder !== undefined && kindsOf(placeholder).some((kind) => linked.has(kind));
  });
  return [to ?? places].flat().flatMap((word) => narrowLink(`${word}`)?.site ?? []);
}

type Line = { readonly verb: Verb | undefined; readonly invocation: Invocation };

/**
 * The options with the account of the links on the line. Throws an Exit if there is none, or if another one was chosen.
 * A site that no account is saved for may still be what the usual account's server calls itself.
 */
export async function accountOfLinks(
  places: Places,
  configuration: Configuration,
  options: AccountOptions,
  { verb, invocation }: Line,
): Promise<AccountOptions> {
  const sites = verb === undefined ? [] : sitesNamed(verb, invocation);
  const [first] = sites;
  if (first === undefined) return options;
  if (invocation.options["allAccounts"] === true)
    throw new Exit("misuse", "A link is of one account: leave out --all-accounts.");
  const usual = await usualSite(places, configuration, options);
  const owners = new Set<string | undefined>();
  for (const site of sites) owners.add(await ownerOf(places, configuration, usual, site));
  const [owner] = owners;
  if (owners.size > 1)
    throw new Exit("usage", "These links are of several accounts: name those of one at a time.");
  if (owner === undefined) return options;
  if (isChosen(places, options))
    throw new Exit("usage", `That link is of ${hostOf(first)}: use --account ${owner}.`);
  return { ...options, account: owner };
}

/** The account of the site, if it is not the usual one. */
async function ownerOf(
  places: Places,
  configuration: Configuration,
  usual: string | undefined,
  site: string,
): Promise<string | undefined> {
  if (usual !== undefined && isSameSite(usual, site)) return undefined;
  const names = await ownersOf(places, configuration, site);
  if (names.length > 1) {
    const choices = wordList(
      names.map((name) => `--account ${name}`),
      "or",
    );
    throw new Exit("usage", `Several accounts are of ${hostOf(site)}: add ${choices}.`);
  }
  if (names.length === 0 && usual === undefined) throw new Exit("usage", strangeSite(site));
  return names[0];
}

/** Whether the user has named an account, by an option or in the environment. */
function isChosen({ environment }: Places, { rc, account }: AccountOptions): boolean {
  const isNamed = rc !== undefined || account !== undefined;
  return isNamed || accountFromEnvironment(environment).kind !== "absent";
}

/** Returns undefined if none would be used, or it is not clear which. */
async function usualSite(
  places: Places,
  { config }: Configuration,
  { rc, account }: AccountOptions,
): Promise<string | undefined> {
  if (rc !== undefined) return siteIn(places, rc);
  const environment = accountFromEnvironment(places.environment);
  if (account === undefined && environment.kind === "account") return environment.account.site;
  const name = account ?? config.defaultAccount;
  return name === undefined ? undefined : siteOf(places, config, name);
}

async function ownersOf(
  places: Places,
  { config }: Configuration,
  site: string,
): Promise<readonly string[]> {
  const owners: string[] = [];
  for (const name of config.accounts.keys()) {
    const own = await siteOf(places, config, name);
    if (own !== undefined && isSameSite(own, site)) owners.push(name);
  }
  return owners;
}
