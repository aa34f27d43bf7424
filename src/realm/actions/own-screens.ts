/** What the service's own screens ask for: hints that were seen, and words that change the look. */
import { entryOf } from "#base/entry.ts";
import { Refusal } from "#realm/failures.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { steps, stepsView } from "#realm/views/furnishings.ts";
import { setSetting } from "./settings.ts";

export function seeStep(server: Server, person: Person, step: string): void {
  if (!steps.some((one) => one === step)) throw new Refusal(`Unknown onboarding_step: ${step}`);
  commit(server, { kind: "step seen", userId: person.id, step });
  announceTo(server, person.id, "onboarding_steps", {
    onboarding_steps: stepsView(personalOf(server.state, person.id)),
  });
}

type Look = {
  readonly setting: "color_scheme" | "fluid_layout_width";
  readonly value: number | boolean;
  /** How the look is called in what the person is told. */
  readonly name: string;
  readonly opposite: string;
};

const looks: Readonly<Record<string, Look>> = {
  dark: { setting: "color_scheme", value: 2, name: "dark theme", opposite: "light" },
  light: { setting: "color_scheme", value: 3, name: "light theme", opposite: "dark" },
  "fluid-width": {
    setting: "fluid_layout_width",
    value: true,
    name: "fluid-width mode",
    opposite: "fixed-width",
  },
  "fixed-width": {
    setting: "fluid_layout_width",
    value: false,
    name: "fixed-width mode",
    opposite: "fluid-width",
  },
};

/** Gives what the person is told; nothing for a command that only asks whether somebody is there. */
export function runCommand(server: Server, person: Person, written: string): string | undefined {
  if (!written.startsWith("/")) {
    throw new Refusal("There should be a leading slash in the zcommand.");
  }
  const command = written.slice(1);
  if (command === "ping") return undefined;
  const look = entryOf(looks, command);
  if (look === undefined) throw new Refusal(`No such command: ${command}`);
  const { setting, value, name, opposite } = look;
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, setting) === value) {
    return `You are still in ${name.replace("-", " ")}.`;
  }
  setSetting(server, person, setting, value);
  return `Changed to ${name}! To revert ${name}, type \`/${opposite}\`.`;
}
