import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { consent } from './consent.paper.ts';

type Consent = Row<typeof consent>;

/** Wrong codes after which the technician must ask again. */
export const MAX_WRONG_CODES = 5;

/** Does a question wait for its answer? */
export const mayAnswer = ({ consentStatus }: Pick<Consent, 'consentStatus'>): boolean => consentStatus === 'asked';

const hashOfCode = (consentId: string, code: string): string =>
  createHash('sha256').update(`consent ${consentId} ${code}`).digest('hex');

const isRight = (of: Consent, code: string): boolean =>
  of.codeHash !== null && timingSafeEqual(Buffer.from(hashOfCode(of.id, code)), Buffer.from(of.codeHash));

/** Send a code of six digits to the phone of the order, and store its hash. */
async function sendCode(context: Context, of: Consent): Promise<void> {
  const order = await context.get(registration, must(of.registrationFormId, 'registrationFormId'));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await context.call(notifyCustomer, {
    scene: 'code',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'completion',
    bizId: must(of.completionId, 'completionId'),
    variables: { name: order.customerName, code, no: order.registrationNo },
    again: `consent ${of.id} ${context.now()}`,
  });
  await context.change(consent, of.id, { codeHash: hashOfCode(of.id, code), codeTime: context.now() });
}

/** Store an answer. The state is guarded in SQL: of two answers the first counts. */
export async function storeAnswer(
  context: Context,
  of: Consent,
  to: 'agreed' | 'refused',
  consentWay: Consent['consentWay'],
): Promise<void> {
  const moved = await context.move(consent, of.id, to, 'answer', { consentWay, answerTime: context.now() });
  if (!moved) throw refuse.consentAnswered();
  await context.emit('consent.answered', { id: of.id });
}

/** Agree by a code. The first press sends it. A wrong code is counted, not refused, so that the count stays. */
async function agreeByCode(context: Context, of: Consent, answer: string, code: string): Promise<void> {
  if (!of.codeHash || answer === 'again') return sendCode(context, of);
  if (code === '') return;
  if ((of.codeTries ?? 0) >= MAX_WRONG_CODES) throw refuse.codeTriedOut();
  if (isRight(of, code)) return storeAnswer(context, of, 'agreed', 'code');
  await context.change(consent, of.id, { codeTries: (of.codeTries ?? 0) + 1 });
}

/** Answer a question about a price. Above a limit an agreement needs a code. */
export async function answerConsent(
  context: Context,
  of: Consent,
  { answer, code }: { readonly answer: string; readonly code: string },
): Promise<void> {
  const [held] = await context.lockRows(consent, [of.id]);
  if (!held || held.consentStatus === 'replaced') throw refuse.consentOver();
  if (!mayAnswer(held)) throw refuse.consentAnswered();
  if (answer === 'no') return storeAnswer(context, held, 'refused', 'tap');
  if (!held.needsCode) return storeAnswer(context, held, 'agreed', 'tap');
  return agreeByCode(context, held, answer, code);
}
