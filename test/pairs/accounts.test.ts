/** After a change of account, nothing of the earlier one is called or kept: its screen and its store are garbage. */
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { silent } from "#base/log.ts";
import { createTerminalOutput, type ScreenOutput, screenOutput } from "#host/terminal-output.ts";
import type { Store } from "#store/state.ts";
import { startUi } from "#ui/start.tsx";
import { acme, deployWindow, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { ownKeys } from "../support/key-presser.ts";
import { styleOf } from "../support/screen.tsx";

function keyboard(): NodeJS.ReadableStream {
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  return stdin;
}

/** Opens the screen of an account on the shared output, and closes it. */
async function oneAccount(output: ScreenOutput): Promise<WeakRef<Store>> {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const stdout = Object.assign(new EventEmitter(), { isTTY: true, columns: 80, rows: 24 });
  const ui = startUi({
    store,
    clock: fakeClock(),
    style: styleOf({}),
    keys: ownKeys,
    log: silent,
    stdin: keyboard(),
    stdout: stdout as unknown as NodeJS.WritableStream,
    output,
    signingIn: { signIn: () => undefined, browse: () => undefined },
    onFault: (error) => {
      throw error;
    },
  });
  await ui.flushed();
  ui.unmount();
  return new WeakRef(store);
}

/** Lets the event loop turn: React ends its effects in turns of its own. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise<void>((resolve) => setImmediate(resolve));
}

/** How many are left after some collections. Looking at one keeps it until the end of that turn. */
async function alive(accounts: readonly WeakRef<Store>[]): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let left = accounts.length;
  for (let round = 0; round < 20 && left > 0; round += 1) {
    await turns(200);
    collect();
    await turns(1);
    left = accounts.filter((account) => account.deref() !== undefined).length;
  }
  return left;
}

test("five changes of account leave no earlier account in memory", async () => {
  const terminal = createTerminalOutput((bytes) => bytes.length, fakeClock());
  const output = screenOutput(terminal, () => true);
  const accounts: WeakRef<Store>[] = [];
  for (let account = 0; account < 5; account += 1) accounts.push(await oneAccount(output));
  expect(await alive(accounts)).toBe(0);
});
