// The shapes of the JSON exchanged with the core. Those of its answers are made by the build from the tables that the core
// writes them by (src/explorer/json).
import type { Card, RowsPage } from "../../../build/generated/model";

export type * from "../../../build/generated/model";

export type Rows = Pick<RowsPage, "first" | "rows" | "rowLabels">;

export interface ContentsCard extends Card {
  link: string;
}
