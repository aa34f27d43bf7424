/** Changing the account on the screen, one change at a time, and leaving while one is under way. */

type Closable = {
  readonly close: () => Promise<void>;
  readonly storage: { readonly close: () => Promise<unknown> };
};

export type ChangePorts<Account extends Closable> = {
  /** Rejects with a sentence when it cannot be opened. May wait for a keychain that asks the user. */
  readonly open: (name: string) => Promise<Account>;
  /** Ends the open account, and shows the other one. */
  readonly replace: (next: Account) => Promise<void>;
  readonly refused: (sentence: string) => void;
  /** A change is over, whatever came of it. */
  readonly changed: () => void;
  readonly onFault: (error: unknown) => void;
};

export type AccountChange = {
  /** Ignored while another change is under way, and after `leave`. */
  readonly to: (name: string) => void;
  readonly isUnderWay: () => boolean;
  readonly over: () => Promise<void>;
  /**
   * No other account is shown any more. Resolves when nothing is being replaced: an account that is still being opened is
   * not waited for, but closed when it is there.
   */
  readonly leave: () => Promise<void>;
};

export function accountChange<Account extends Closable>(
  ports: ChangePorts<Account>,
): AccountChange {
  let underWay: Promise<void> | undefined;
  let replacing: Promise<void> | undefined;
  let isLeaving = false;
  const change = async (name: string) => {
    const next = await ports.open(name).catch((error: unknown) => {
      ports.refused(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (next === undefined) return;
    if (isLeaving) {
      await Promise.allSettled([next.close(), next.storage.close()]);
      return;
    }
    replacing = ports.replace(next);
    await replacing;
  };
  return {
    to: (name) => {
      if (isLeaving) return;
      underWay ??= change(name)
        .catch(ports.onFault)
        .finally(() => {
          underWay = undefined;
          replacing = undefined;
          ports.changed();
        });
    },
    isUnderWay: () => underWay !== undefined,
    over: async () => underWay,
    leave: async () => {
      isLeaving = true;
      await replacing;
    },
  };
}
