import { expect, test } from "vitest";
import { emptyReplica } from "#model/replica.ts";
import { changeReplica } from "#store/store.ts";
import { watchWindowTitle, windowTitle } from "#ui/bars/title.ts";
import { acme, ana, emptyAcme, storeOf, withMessages } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";

test("the window title has the number of unread messages and the realm's name without control characters", () => {
  expect(windowTitle(emptyReplica)).toBe("weir");
  expect(windowTitle(emptyAcme())).toBe("Acme");
  const { realm, ...rest } = acme();
  expect(windowTitle({ ...rest, realm })).toMatch(/^\d+ unread - Acme$/);
  const named = { ...rest, realm: { ...realm, name: "A\u001b]2;x\u0007\u009b2J" } };
  expect(windowTitle(named)).not.toMatch(/\p{Cc}/u);
});

test("the window title changes immediately, and at most once a second after that", async () => {
  const clock = fakeClock();
  const store = storeOf(emptyAcme());
  const titles: string[] = [];
  watchWindowTitle(store, clock, (title) => titles.push(title));
  await clock.pass("2 s");
  for (let at = 0; at < 5; at += 1)
    changeReplica(store, (replica) =>
      withMessages(
        replica,
        [{ by: ana, text: "hello", to: [ana], at: "11:43" }],
        replica.newestMessage + 1,
      ),
    );
  expect(titles).toEqual(["Acme", "1 unread - Acme"]);
  await clock.pass("1 s");
  expect(titles.at(-1)).toBe("5 unread - Acme");
});
