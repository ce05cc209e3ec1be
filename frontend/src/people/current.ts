// The table that is open on this page, for the menu.

import { signal } from "@preact/signals";
import type { TableMatch } from "../table/match";

export const current = signal<TableMatch | null>(null);
