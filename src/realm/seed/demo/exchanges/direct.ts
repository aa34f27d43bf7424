/** Everyday exchanges between you (`a`) and one colleague (`b`). */

import { parts } from "#realm/seed/demo/slots.ts";
import { screenplay } from "#realm/seed/screenplay.ts";

export const asides = `
b: Do you have ten minutes for {module}?
a +3: In half an hour?
b +1: Perfect.

b: Thank you for the review last night. It was the first that made me laugh.
a +9: The code was good, I had to do something.

b: Is {place} one hour ahead or behind at the moment?
a +2: Yes.
b +1: …
a +1: Ahead. Sorry.

a: Did you see the graph of station {station}? It draws a perfect staircase.
b +7: Somebody is carrying it upstairs.

b: I am at the dentist until three, if anything burns, let it.
a +1: Good luck. Nothing burns.
b +140: I can only drink through a straw, but nothing burned.

a: How do you spell {place} properly? Asking for a map label.
b +4: Exactly like you just did.

b: Your fix for {module} works. {n} complaints since Monday, before; now none.
a +6: That makes {n} people who will never know my name. I like that.

b: Quick one: tabs or spaces in the config?
a +1: The formatter decides, so that we stay friends.`
  .trim()
  .split("\n\n")
  .map((scene) => screenplay(parts, scene));
