import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

/** A row of a pile: who, what about, and when it is due or came in. */
const pileRow = record({
  id: anyText,
  who: anyText,
  words: anyText,
  when: anyText,
  /** Is its time over? */ late: yesOrNo,
  /** May who asks do now what works it off? */ can: yesOrNo,
});

/** A pile of work: what it is called, where it stands, how much it is, and the three that wait longest. */
export const pileOfWork = record({
  name: anyText,
  label: bothLanguages,
  paper: anyText,
  /** The action that works a row off. */ verb: anyText,
  all: anyText,
  /** The address of one row, before its id. */ row: anyText,
  when: choice('came', 'due'),
  worry: yesOrNo,
  /** What one is called whose time is over, where it is not merely late. */ over: nullable(bothLanguages),
  count: anyNumber,
  rows: list(pileRow),
});

export type PileRow = AnswerOf<typeof pileRow>;
export type Pile = AnswerOf<typeof pileOfWork>;
