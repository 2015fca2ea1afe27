import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, bothLanguages, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { registration } from '../registration/registration.paper.ts';

/** A fee: its kind, payer, amount (CNY; null if unknown) and reason. */
const payerLine = record({ fee: bothLanguages, payer: anyText, amount: nullable(anyText), why: anyText });

/** Returns the payers of an order's fees. The query names the order itself or any paper of it, such as a visit. */
export const readPayers = call(registration, 'payers', {
  method: 'GET',
  needs: 'person',
  title: ['这次谁付钱', 'Who pays for a case'],
  query: {
    paper: text(['单据类型', 'Document'], { required: true, max: 64 }),
    id: id(['单据', 'Row'], { required: true }),
  },
  answer: list(payerLine),
});

export type PayerLine = AnswerOf<typeof payerLine>;
