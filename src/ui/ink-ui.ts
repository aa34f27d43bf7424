/** Ink's library of components, loaded when the first of them is needed: the first frame needs none. */
import { useEffect, useState } from "react";

type InkUi = typeof import("@inkjs/ui");

let loaded: InkUi | undefined;

/** Undefined until it is loaded. */
export function useInkUi(): InkUi | undefined {
  const [ui, setUi] = useState(loaded);
  useEffect(() => {
    if (ui !== undefined) return undefined;
    let isGone = false;
    void import("@inkjs/ui").then((library) => {
      loaded = library;
      if (!isGone) setUi(library);
    });
    return () => {
      isGone = true;
    };
  }, [ui]);
  return ui;
}
