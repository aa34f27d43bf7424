/**
 * Keeps an error in drawing one part of the screen to that part.
 *
 * The part says so in its place, and is drawn again when something changes: most often the person went elsewhere.
 */
import { Component, type ReactNode } from "react";
import type { Store } from "#store/state.ts";

export type BoundaryProps = {
  readonly store: Pick<Store, "subscribe">;
  /** Told of each error; it must not change the store, or the part would be drawn again at once. */
  readonly onFault: (error: unknown) => void;
  /** Stands in place of what cannot be drawn. */
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
