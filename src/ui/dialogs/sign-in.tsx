/**
 * Asks for another key when the server rejects the current one. The input is a component of Ink's own, so that the key
 * never enters the state.
 */
import { createContext, use } from "react";
import { plain, safeLine } from "#base/safe-text.ts";
import type { Screen } from "#store/screen.ts";
import { hintsFor } from "#ui/hints.ts";
import { useInkUi } from "#ui/ink-ui.tsx";
import { Dialog } from "./dialog.tsx";
import type { PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Line, Row } from "./row.tsx";

/** True while the open dialog reads keys itself: they are passed on instead of being bound to commands. */
export function readsKeysItself({ dialog }: Screen): boolean {
  return dialog?.kind === "sign-in";
}

export function SignIn({ facts, dialog }: PropsOf<"sign-in">) {
  // The input handles this key itself.
  const enter = { key: "Enter", words: "sign in" };
  const hints = [enter, ...hintsFor(facts.keys, ["program.interrupt", "twice quits"])];
  return (
    <Dialog title="Sign in again" hints={hints}>
      <Paragraph>{safeLine(dialog.sentence)}</Paragraph>
      <Line token="dim">{plain("Drafts and unsent messages are kept.")}</Line>
      <Row />
      <Line token="dim">{plain("API key or password of this account:")}</Line>
      <Row>
        {/* Another sentence is another attempt: the field keeps its text otherwise. */}
        <KeyField key={dialog.sentence} />
      </Row>
    </Dialog>
  );
}

const context = createContext((_key: string): void => undefined);

/** Called with the key that was entered. */
export const SignInContext = context.Provider;

function KeyField() {
  const signIn = use(context);
  const ui = useInkUi(true);
  return ui && <ui.PasswordInput placeholder="paste it here" onSubmit={signIn} />;
}
