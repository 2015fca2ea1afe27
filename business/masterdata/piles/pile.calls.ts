import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

/** A row of a pile: whom it concerns, its subject, and the time when it arrived or is due. */
const pileRow = record({
  id: anyText,
  who: anyText,
  words: anyText,
  when: anyText,
  /** Has the time of `when` passed? */ late: yesOrNo,
  /** May the caller take the action of the pile on this row now? */ can: yesOrNo,
});

/** A pile of waiting work: label, address, number of rows, and the first three. */
export const pileOfWork = record({
  name: anyText,
  label: bothLanguages,
  paper: anyText,
  /** Name of the action that completes a row. */ verb: anyText,
  all: anyText,
  /** Address of one row, to which its id is appended. */ row: anyText,
  when: choice('came', 'due'),
  worry: yesOrNo,
  /** Label of a row whose time is over, such as “expired”; null for the usual one, late. */
  over: nullable(bothLanguages),
  count: anyNumber,
  rows: list(pileRow),
  /** Section of the caller's ordered list with its rows, place in it, most rows; absent: it has none there. */
  section: optional(anyText),
  rank: optional(anyNumber),
  most: optional(anyNumber),
});

export type PileRow = AnswerOf<typeof pileRow>;
export type Pile = AnswerOf<typeof pileOfWork>;
