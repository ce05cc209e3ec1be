// Whether a value may stand in an option at all; what a table makes of several together is for the server to say.

import type { OptionField } from "../protocol";

type Bounds = Pick<OptionField, "kind" | "low" | "high" | "gaps" | "choices">;

export const fits = ({ kind, low, high, gaps, choices }: Bounds, value: unknown): value is number | string =>
  kind === "int"
    ? Number.isInteger(value) && Number(value) >= low && Number(value) <= high && !gaps.includes(Number(value))
    : choices.some((choice) => choice.value === value);
