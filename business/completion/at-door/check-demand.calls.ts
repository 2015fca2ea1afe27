import {
  type AnswerOf,
  anyNumber,
  anyText,
  either,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

const bound = optional(nullable(either(anyNumber, anyText)));

/** One required item of a service standard. */
export const checkDemand = record({
  key: anyText,
  label: anyText,
  type: anyText,
  unit: optional(nullable(anyText)),
  min: bound,
  max: bound,
  required: optional(nullable(either(yesOrNo, anyText))),
  photo: optional(nullable(either(yesOrNo, anyText))),
});
export type CheckDemand = AnswerOf<typeof checkDemand>;
