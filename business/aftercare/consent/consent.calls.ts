import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { completionInputs } from '#business/completion/completion/completion.calls.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';

/** The newest question about the price of a visit. Amounts are decimals (CNY), moments are in the tenant's zone. */
const visitConsent = record({
  id: anyText,
  state: anyText,
  total: anyText,
  way: nullable(anyText),
  askTime: nullable(anyText),
  answerTime: nullable(anyText),
  needsCode: yesOrNo,
  /** The code was sent to the customer. */ codeSent: yesOrNo,
  /** Link to the signature of the customer; null without one. */ signLink: nullable(anyText),
});

/** Saves the draft of a completion, and asks its customer to agree to the price by the link of the order. */
export const askConsent = call(completion, 'askConsent', {
  method: 'POST',
  needs: 'submit',
  title: ['请客户确认费用', 'Ask the customer to agree to the price'],
  body: {
    ...completionInputs,
    words: text(['对客户说明', 'Words to the customer'], { max: 200, wide: true }),
  },
  answer: visitConsent,
});

/** Returns the newest question of a visit; null where no question was sent. */
export const readConsent = call(completion, 'consentOfVisit', {
  method: 'GET',
  needs: 'view',
  title: ['客户对费用的答复', 'Answer of the customer to the price'],
  query: { visitId: id(['派工任务', 'Visit'], { required: true }) },
  answer: record({ consent: nullable(visitConsent) }),
});

export type VisitConsent = AnswerOf<typeof visitConsent>;
