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

/** A verb of a row: an action of the lifecycle of its paper, another call about it, or a link. */
const verb = record({
  /** Name of the action; empty for a call or a link. */ action: anyText,
  /** Address of a call that gets the id of the row; empty for an action or a link. */ call: anyText,
  /** Name of the call's input that gets the id of the row; empty: none. */ input: anyText,
  /** Inputs of a call beside the id of the row. */ sends: list(record({ name: anyText, value: anyText })),
  /** Address of a page; empty for an action or a call. */ to: anyText,
  label: bothLanguages,
  /** Letter that runs the verb of the open row; empty: none. */ key: anyText,
  /** Number of things that the verb acts on; more than 50 are confirmed first. */ many: anyNumber,
  /** Name of the action that takes it back for some seconds; empty: none. */ undo: anyText,
  /** Reason why it may not be done now; null: it may be done. */ refused: nullable(bothLanguages),
});

/** A row of an ordered list. */
const benchRow = record({
  pile: anyText,
  paper: anyText,
  id: anyText,
  section: anyText,
  kind: bothLanguages,
  tone: choice('red', 'amber', 'violet', 'blue', 'open'),
  who: anyText,
  fact: anyText,
  /** Whether `due` is its arrival or its deadline. */ when: choice('came', 'due'),
  due: anyText,
  /** Has the time of `due` passed? */ late: yesOrNo,
  /** Words in place of the time, such as a count of devices; null: the time. */ note: nullable(bothLanguages),
  /** Lines below the open row; the first one is emphasised. */ evidence: list(anyText),
  /** Address of its record. */ to: anyText,
  /** Does its first verb ask for something? */ asks: yesOrNo,
  /** The first one is the verb of the row. */ verbs: list(verb),
});

/** The ordered list of a role: sections with their counts, and the rows of all piles, at most 30. */
export const orderedList = record({
  name: anyText,
  order: bothLanguages,
  /** Number of all rows, also of those that are cut off. */ count: anyNumber,
  sections: list(
    record({
      name: anyText,
      label: bothLanguages,
      order: bothLanguages,
      count: anyNumber,
      /** Piles whose rows could not be read. */ failed: list(bothLanguages),
    }),
  ),
  rows: list(benchRow),
  /** Names of the piles that wait beside the list. */ rest: list(anyText),
});

/** Rows behind a figure: the address of their list, and their number. */
const figureLink = record({ label: bothLanguages, to: anyText, rows: anyNumber });

/** A figure of the first page. */
export const benchFigure = record({
  name: anyText,
  label: bothLanguages,
  unit: choice('share', 'minutes', 'hours'),
  /** Percent, minutes or hours; null where nothing was measured. */ value: nullable(anyNumber),
  /** Cases that are as they should be, and all of them. */ good: anyNumber,
  of: anyNumber,
  ofWords: bothLanguages,
  target: anyNumber,
  /** Is a smaller value better? */ isLess: yesOrNo,
  /** Values of the past, the newest last. */ series: list(nullable(anyNumber)),
  span: bothLanguages,
  because: bothLanguages,
  /** Exactly the rows that are counted. */ links: list(figureLink),
});

/** Something that comes by itself at a time. */
export const benchNext = record({ name: anyText, at: anyText, label: bothLanguages, fact: bothLanguages, to: anyText });

export type BenchVerb = AnswerOf<typeof verb>;
export type BenchRow = AnswerOf<typeof benchRow>;
export type OrderedList = AnswerOf<typeof orderedList>;
export type BenchFigure = AnswerOf<typeof benchFigure>;
export type BenchNext = AnswerOf<typeof benchNext>;
