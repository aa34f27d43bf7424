/** Ink's library of components, loaded when the first of them is needed: the first frame needs none. */
import { useEffect, useState } from "react";

type InkUi = typeof import("@inkjs/ui");

/** Undefined until it was needed and is loaded. */
export function useInkUi(isNeeded: boolean): InkUi | undefined {
  const [ui, setUi] = useState<InkUi>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    void import("@inkjs/ui").then((library) => {
      if (!isGone) setUi(library);
    });
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return ui;
}
