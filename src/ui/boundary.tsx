/**
 * Contains an error in drawing to one part of the screen.
 *
 * The part shows a message instead, and is drawn again when its input changes.
 */
import { Component, type ReactNode } from "react";
import type { Store } from "#store/state.ts";

export type BoundaryProps = {
  readonly store: Pick<Store, "subscribe">;
  /** Called with each error; it must not change the store, or the part would be drawn again at once. */
  readonly onFault: (error: unknown) => void;
  /** Shown instead of what cannot be drawn. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  forget = () => {};

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.forget = this.props.store.subscribe(() => {
      if (this.state.hasFailed) this.setState({ hasFailed: false });
    });
  }

  override componentWillUnmount() {
    this.forget();
  }

  override componentDidCatch(error: unknown) {
    this.props.onFault(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
