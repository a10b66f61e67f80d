// The small script of the page that reports when the large one does not start: see start-watch.ts.
import { tellMissing, watchStart } from "./start-watch";

watchStart(tellMissing);
