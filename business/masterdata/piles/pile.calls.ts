import { type AnswerOf, anyNumber, anyText, list, record, yesOrNo } from '#kernel/language/calls/shape.ts';

/** A row of a pile: who, what about, and when it is due or came in. */
const pileRow = record({
  id: anyText,
  who: anyText,
  words: anyText,
  when: anyText,
  /** Is its time over? */ late: yesOrNo,
});

/** A pile of work: how much, and the three that wait longest. */
export const pileOfWork = record({ name: anyText, count: anyNumber, rows: list(pileRow) });

export type PileRow = AnswerOf<typeof pileRow>;
export type Pile = AnswerOf<typeof pileOfWork>;
