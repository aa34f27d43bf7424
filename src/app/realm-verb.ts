/** `weir realm`: the embedded realm alone, for other programs, until it is interrupted. */
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { safeText } from "#base/safe-text.ts";
import type { Invocation } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { StateFileProblem, WriteFailure } from "#realm/failures.ts";
import { type House, openHouse } from "./house.ts";
import { type HouseWish, houseWish } from "./house-wish.ts";
import type { Surroundings } from "./surroundings.ts";

function announce(house: House, asJson: boolean): void {
  const accounts = house.accounts;
  if (asJson) {
    process.stdout.write(
      `${JSON.stringify({ url: house.url, accounts, control: house.control })}\n`,
    );
    return;
  }
  const shown = accounts.slice(0, 12);
  const width = Math.max(...shown.map(({ email }) => email.length));
  const lines = shown.map(
    ({ email, password = "", api_key, full_name }) =>
      `  ${email.padEnd(width)}  ${password.padEnd(20)}  ${api_key}  ${full_name}`,
  );
  const rest = accounts.length - shown.length;
  process.stdout.write(
    [
      `The realm is at ${house.url}`,
      "",
      "Accounts (email, password, API key, name):",
      ...lines,
      ...(rest > 0 ? [`  and ${rest} more`] : []),
      "",
      `Connect: WEIR_SITE=${house.url} WEIR_EMAIL=${shown[0]?.email ?? ""} WEIR_API_KEY=${shown[0]?.api_key ?? ""} weir`,
      "Interrupt with ^C.",
      "",
    ].join("\n"),
  );
}

export async function serveUntilStopped(
  invocation: Invocation,
  { clock }: Surroundings,
): Promise<void> {
  const wish = houseWish(invocation);
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopped.resolve());
  const house = await openHouse(wish, clock, unpredictable, silent).catch((error: unknown) => {
    throw busyPort(error, wish) ?? stateFailure(error) ?? error;
  });
  if (house.repaired !== undefined) reportRepair(house.repaired);
  announce(house, invocation.options["json"] === true);
  await stopped.promise;
  await house.close();
  process.exit(0);
}

function reportRepair({ lines, original }: NonNullable<House["repaired"]>): void {
  const what = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  process.stderr.write(`weir: Left out ${what}. The file as it was: ${safeText(original)}\n`);
}

function stateFailure(error: unknown): Exit | undefined {
  const isKnown = error instanceof StateFileProblem || error instanceof WriteFailure;
  return isKnown ? new Exit("refused", safeText(error.message)) : undefined;
}

function busyPort(error: unknown, { port, host }: HouseWish): Exit | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new Exit(
      "refused",
      `Something else listens on port ${port} already. Choose another with --port.`,
    );
  if (code === "EACCES")
    return new Exit("refused", `Port ${port} is not free for you. Choose one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Exit("refused", `This machine has no address ${host}.`);
  return undefined;
}
