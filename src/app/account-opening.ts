/** Opening accounts besides the one that is shown, each once, and leaving while some are being opened. */
import { wordsOf } from "#sync/context.ts";

type Closable = {
  readonly close: () => Promise<void>;
  readonly storage: { readonly close: () => Promise<unknown> };
};

export type OpeningPorts<Account extends Closable> = {
  /** Rejects with a sentence when it cannot be opened. May wait for a keychain that asks the user. */
  readonly open: (name: string) => Promise<Account>;
  /** It is open; `isWanted` if the user asked for it meanwhile. */
  readonly opened: (name: string, account: Account, isWanted: boolean) => void;
  readonly refused: (name: string, sentence: string, isWanted: boolean) => void;
  readonly onFault: (error: unknown) => void;
};

export type AccountOpening = {
  /** Opens the account for the user, who waits for it. Ignored after `leave`. */
  readonly show: (name: string) => void;
  /** Opens it in the background. */
  readonly begin: (name: string) => void;
  /** The account is not to be opened any more: if it is under way, it is closed when it is there. */
  readonly drop: (name: string) => void;
  /** Resolves when none is being opened. */
  readonly over: () => Promise<void>;
  /** None is opened any more: one that is under way is not waited for, but closed when it is there. */
  readonly leave: () => void;
};

export function accountOpening<Account extends Closable>({
  open,
  opened,
  refused,
  onFault,
}: OpeningPorts<Account>): AccountOpening {
  const underWay = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const dropped = new Set<string>();
  let isLeaving = false;
  const isUnwanted = (name: string) => isLeaving || dropped.has(name);
  const openOne = async (name: string) => {
    try {
      const account = await open(name);
      if (isUnwanted(name)) await Promise.allSettled([account.close(), account.storage.close()]);
      else opened(name, account, wanted.has(name));
    } catch (error) {
      if (!isUnwanted(name)) refused(name, wordsOf(error), wanted.has(name));
    }
  };
  const begin = (name: string) => {
    dropped.delete(name);
    if (isLeaving || underWay.has(name)) return;
    const end = () => {
      underWay.delete(name);
      wanted.delete(name);
      dropped.delete(name);
    };
    underWay.set(name, openOne(name).catch(onFault).finally(end));
  };
  return {
    begin,
    show: (name) => {
      wanted.add(name);
      begin(name);
    },
    drop: (name) => {
      if (underWay.has(name)) dropped.add(name);
    },
    over: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
    leave: () => {
      isLeaving = true;
    },
  };
}
