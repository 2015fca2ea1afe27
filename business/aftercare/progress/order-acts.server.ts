import { addDays } from '#kernel/language/days.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import { type Context, storePicture, type Transaction } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { cancelReason } from '#business/intake/dictionaries.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { answerConsent, mayAnswer, storeAnswer } from '../consent/answer-consent.server.ts';
import type { consent } from '../consent/consent.paper.ts';
import { refuse } from '../refusals.ts';
import { caseOf } from './order-case.server.ts';
import { questionMark } from './order-page.server.ts';
import { mayCancel, mayMove, mayUrge } from './order-verbs.rules.ts';

type Body = Readonly<Record<string, string>>;

/** Days within which a customer may ask for another time. */
const MAX_DAYS_AHEAD = 30;
/** Beginning of a picture that a page has drawn. */
const DRAWN = 'data:image/png;base64,';

/** Ask to hurry, or to be called. While an earlier request is open it is the same request. */
export async function urgeOrder(context: Context, id: string, { want }: Body): Promise<void> {
  const order = await context.get(registration, id);
  if (!mayUrge(order.registerStatus)) throw refuse.orderIsOver();
  const [open] = await context.find(
    urge,
    { registrationFormId: id, source: 'wechat', urgeStatus: ['open', 'escalated'] },
    { first: 1 },
  );
  if (open) return;
  await context.create(urge, {
    registrationFormId: id,
    source: 'wechat',
    urgeLevel: 'ask',
    content: storedText(
      want === 'call'
        ? ['客户在进度页请客服回电', 'The customer asks for a call on the page of the order']
        : ['客户在进度页催单', 'The customer asks to hurry on the page of the order'],
    ),
  } as Draft<typeof urge>);
}

/** Store the time that a customer asks for. It moves nothing: the dispatcher sees it. */
export async function askForTime(context: Context, id: string, { day, slot }: Body): Promise<void> {
  const { order, visit } = await caseOf(context, id);
  if (!mayMove(order.registerStatus, visit?.taskStatus ?? null)) throw refuse.tooLateToMove();
  const [first, last] = [context.today(), addDays(context.today(), MAX_DAYS_AHEAD)];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= first && day <= last && addDays(day, 0) === day;
  if (!isDay || !Object.hasOwn(timeSlot.items, slot)) throw refuse.wishDayWrong();
  await context.change(
    registration,
    id,
    { wishDate: day, wishSlot: slot as Row<typeof registration>['wishSlot'], wishTime: context.now() },
    ['客户想改时间', 'The customer wishes another time'],
  );
  await context.emit('registration.wished', { id });
}

/** Cancel an order before a visit is sent. */
export async function cancelByCustomer(context: Context, id: string, { reason }: Body): Promise<void> {
  // A visit that is being sent at this moment holds the order: it is seen after the lock.
  await context.lockRows(registration, [id]);
  const { order, visit } = await caseOf(context, id);
  if (!mayCancel(order.registerStatus, order.visitCount, visit !== null)) throw refuse.tooLateToCancel();
  await context.act(registration, id, 'cancel', {
    cancelReason: Object.hasOwn(cancelReason.items, reason) ? reason : 'self',
  });
}

/** Return the question of an order that a form is about. Refuse another one, and one with another sum. */
async function openQuestion(context: Context, id: string, { mark, total }: Body): Promise<Row<typeof consent>> {
  const { consent: newest } = await caseOf(context, id);
  if (!newest || questionMark(newest) !== mark || newest.totalAmount !== total) throw refuse.consentOver();
  return newest;
}

/** Answer the question about a price. */
export async function consentToPrice(context: Context, id: string, body: Body): Promise<void> {
  if (!['yes', 'no', 'again'].includes(body.answer)) throw refuse.consentOver();
  await answerConsent(context, await openQuestion(context, id, body), { answer: body.answer, code: body.code });
}

/** Agree by signature: it is stored in the completion with the sum that was shown. */
export async function signForPrice(context: Context, id: string, body: Body): Promise<void> {
  const question = await openQuestion(context, id, body);
  const [held] = question.completionId ? await context.lockRows(completion, [question.completionId]) : [];
  if (!held || !mayAnswer(question) || !['draft', 'refill'].includes(held.completeStatus)) throw refuse.nothingToSign();
  if (!body.sign.startsWith(DRAWN)) throw refuse.signatureUnreadable();
  const content = Buffer.from(body.sign.slice(DRAWN.length), 'base64');
  const signFile = await storePicture(context as Transaction, 'signature.png', content);
  await context.change(completion, held.id, { signFile, signedTotal: question.totalAmount }, [
    '客户在进度页签名',
    'Signed by the customer',
  ]);
  await storeAnswer(context, question, 'agreed', 'sign');
}
