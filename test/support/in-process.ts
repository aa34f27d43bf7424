/**
 * What tests in process have in common. Clients are stopped at the end of the test that started them, the others after the
 * tests of a file.
 *
 * Node retains every combined signal with a listener, and with it a client and its realm.
 */
import { afterAll, beforeEach } from "vitest";

// It finds what is imported after it.
await import("./known-modules.ts");
await import("./as-built.ts");
await import("./properties.ts");
const { runningClients, stopAll } = await import("./client.ts");

// What is registered first runs last: screens of the client are closed before.
beforeEach(({ onTestFinished }) => {
  const others = runningClients();
  onTestFinished(() => stopAll(others));
});
afterAll(() => stopAll());
