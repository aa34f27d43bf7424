/** The field for another key, in the dialog that asks for it when the server refuses the one it was given. */
import { Box } from "ink";
import { memo } from "react";
import { useStore } from "zustand";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import type { Region } from "./geometry.ts";
import { useInkUi } from "./ink-ui.ts";

/** True while the open dialog reads keys by itself: the decoder passes them on instead of looking for commands. */
export function readsKeysItself({ dialog }: Screen): boolean {
  return dialog?.kind === "sign-in";
}

type SignInProps = {
  readonly store: Store;
  /** Where the field is; undefined while nobody asks. */
  readonly fieldOf: (state: State) => Region | undefined;
  readonly signIn: (key: string) => void;
};

export const SignIn = memo(function SignIn({ store, fieldOf, signIn }: SignInProps) {
  const field = useStore(store, fieldOf);
  const ui = useInkUi(field !== undefined);
  if (field === undefined || ui === undefined) return null;
  return (
    <Box position="absolute" left={field.x} top={field.y} width={field.columns} height={1}>
      <ui.PasswordInput placeholder="paste it here" onSubmit={signIn} />
    </Box>
  );
});
