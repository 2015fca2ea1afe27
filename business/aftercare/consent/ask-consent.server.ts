import Big from 'big.js';
import { must } from '#kernel/language/must.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import { type Context, type Follower, type Reading, extension, implement } from '#kernel/server';
import { batchSave } from '#business/completion/completion/batch-save.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type {
  CompletionEvents,
  CompletionMove,
} from '#business/completion/completion/followers/completion-followers.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { type VisitConsent, askConsent, readConsent } from './consent.calls.ts';
import { consent } from './consent.paper.ts';
import { frozenPrice } from './freeze.server.ts';

type Consent = Row<typeof consent>;

/** Questions of one completion, oldest first. */
const questionsOf = async (reading: Reading, completionId: string): Promise<Consent[]> =>
  (await reading.find(consent, { completionId }, { limit: 1000 })).toSorted((one, other) =>
    Number(BigInt(one.id) - BigInt(other.id)),
  );

/** Replace the questions of a completion that wait for an answer. */
async function replaceAsked(context: Context, completionId: string): Promise<void> {
  const open = (await questionsOf(context, completionId)).filter((one) => one.consentStatus === 'asked');
  for (const one of open) await context.move(consent, one.id, 'replaced', 'again');
}

function shownConsent(reading: Reading, one: Consent, of: Pick<Row<typeof completion>, 'signFile'>): VisitConsent {
  return {
    id: one.id,
    state: one.consentStatus ?? '',
    total: one.totalAmount ?? '0.00',
    way: one.consentWay,
    askTime: one.askTime,
    answerTime: one.answerTime,
    needsCode: one.needsCode === true,
    codeSent: one.codeHash !== null,
    signLink: one.consentWay === 'sign' && of.signFile ? reading.link(completion, of.signFile) : null,
  };
}

/** Save the draft, freeze what the customer would pay, and send the question with the link of the order. */
async function ask(
  { words, collects: _collects, ...given }: CallInputOf<typeof askConsent>,
  context: Context,
): Promise<VisitConsent> {
  const saved = await batchSave({ ...given, draft: true }, context);
  const of = await context.get(completion, must(saved.id, 'id'));
  const parts = await frozenPrice(context, of);
  const total = new Big(parts.totalAmount ?? '0');
  if (total.lte(0)) throw refuse.nothingToConsent();
  await replaceAsked(context, of.id);
  const limit = (await context.parameter('as.consent.codeAbove')) || '500';
  const row = await context.create(consent, {
    ...parts,
    completionId: of.id,
    registrationFormId: of.registrationFormId,
    words: words?.trim() || null,
    consentStatus: 'asked',
    askTime: context.now(),
    needsCode: total.gt(limit),
    codeTries: 0,
  } as Draft<typeof consent>);
  const order = await context.get(registration, must(of.registrationFormId, 'registrationFormId'));
  await context.call(notifyCustomer, {
    scene: 'consent',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'completion',
    bizId: of.id,
    variables: { name: order.customerName, no: order.registrationNo, amount: parts.totalAmount ?? '0.00' },
    again: row.id,
  });
  return shownConsent(context, row, of);
}

async function newestOf(
  { visitId }: CallInputOf<typeof readConsent>,
  reading: Reading,
): Promise<{ readonly consent: VisitConsent | null }> {
  const [of] = await reading.visible(completion, { match: { dispatchListId: visitId } }).rows({ first: 1 });
  const newest = of && (await questionsOf(reading, of.id)).at(-1);
  if (!of || !newest) return { consent: null };
  return { consent: shownConsent(reading, newest, await reading.get(completion, of.id)) };
}

/** Calls about the consent of a visit, for its technician. */
export const consentCalls = extension(completion, {
  calls: [implement(askConsent, { write: ask }), implement(readConsent, { read: newestOf })],
});

/**
 * Refuse a submission above the sum that the customer agreed to. A signature under the new sum is an agreement as well.
 * Without any question the rules of the completion alone decide.
 */
async function assertWithinConsent(context: Context, { row }: CompletionMove): Promise<void> {
  const all = await questionsOf(context, row.id);
  if (all.length === 0) return;
  const agreed = all
    .filter((one) => one.consentStatus === 'agreed')
    .reduce(
      (most, one) => (new Big(one.totalAmount ?? '0').gt(most) ? new Big(one.totalAmount ?? '0') : most),
      new Big(0),
    );
  const now = new Big(row.receivableAmount ?? '0');
  const isSigned = row.signFile !== null && now.lte(row.signedTotal ?? '0');
  if (now.gt(agreed) && !isSigned) throw refuse.consentExceeded({ agreed: agreed.toFixed(2), now: now.toFixed(2) });
  await replaceAsked(context, row.id);
}

/** A completion does not ask more of its customer than was agreed. */
export const consentHolds: Follower<CompletionEvents> = {
  name: 'consent',
  sort: 40,
  on: { submitted: assertWithinConsent },
};
