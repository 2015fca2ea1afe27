import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  nullable,
  of,
  record,
  someRow,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';

/**
 * A timeline entry of an order: time, paper, text, the money that it brought or cost (CNY, costs below 0), and the
 * balance after it.
 */
const node = record({
  kind: anyText,
  key: anyText,
  at: anyText,
  until: anyText,
  links: list(record({ no: anyText, to: anyText })),
  paper: anyText,
  row: someRow(),
  lead: anyText,
  lines: list(bothLanguages),
  photos: list(record({ id: anyText, link: anyText, name: anyText })),
  amount: nullable(anyText),
  amountNote: nullable(bothLanguages),
  balance: nullable(anyText),
});

/**
 * Minutes between two entries of the timeline, and the median for similar orders of the last half year. Null if
 * unknown.
 */
const duration = record({ label: bothLanguages, minutes: nullable(anyNumber), median: nullable(anyNumber) });

export const readChain = call(registration, 'chain', {
  method: 'GET',
  needs: 'view',
  title: ['一单到底', 'One case from the call to the wages'],
  query: { id: id(['登记单', 'Work order'], { required: true }) },
  answer: record({
    order: of(registration),
    nodes: list(node),
    /**
     * Sums of the amounts in the timeline, by kind. `whole`: the reader sees all rows of these papers, so `balance` is
     * the margin of the order.
     */
    account: record({
      received: anyText,
      parts: anyText,
      pieces: anyText,
      wages: anyText,
      balance: anyText,
      whole: yesOrNo,
    }),
    durations: list(duration),
    result: record({
      firstFix: nullable(yesOrNo),
      visits: anyNumber,
      urges: anyNumber,
      open: nullable(anyText),
    }),
    arose: list(record({ to: anyText, no: anyText, words: bothLanguages })),
  }),
});

export type ChainNode = AnswerOf<typeof node>;
export type Duration = AnswerOf<typeof duration>;
export type Chain = AnswerOf<typeof readChain>;
