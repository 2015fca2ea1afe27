import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { consent } from '../consent/consent.paper.ts';
import type { Stage } from './order-words.rules.ts';

/** An order with its present visit, its live completion and the newest question about a price. */
export interface OrderCase {
  readonly order: Row<typeof registration>;
  readonly visit: Row<typeof visit> | null;
  readonly completion: Row<typeof completion> | null;
  readonly consent: Row<typeof consent> | null;
}

/** States of a visit that does not take place. */
const AWAY: readonly string[] = ['refused', 'recalled', 'transferred', 'cancelled'];

/** Return the visit that the customer waits for or had last: the newest one that was sent and takes place. */
async function presentVisit(reading: Reading, registrationFormId: string): Promise<Row<typeof visit> | null> {
  const visits = await reading.find(visit, { registrationFormId }, { limit: 1000 });
  const live = visits.filter((one) => one.sentTime && !AWAY.includes(one.taskStatus));
  return live.toSorted((one, other) => (one.visitSeq ?? 0) - (other.visitSeq ?? 0)).at(-1) ?? null;
}

/** Return an order with what belongs to its present visit. */
export async function caseOf(reading: Reading, id: string): Promise<OrderCase> {
  const order = await reading.get(registration, id);
  const present = await presentVisit(reading, id);
  const completions = await reading.find(completion, { registrationFormId: id }, { limit: 1000 });
  const live = completions.filter((one) => one.completeStatus !== 'redone');
  const own = live.find((one) => one.dispatchListId === present?.id) ?? null;
  const questions = own ? await reading.find(consent, { completionId: own.id }, { limit: 1000 }) : [];
  return {
    order,
    visit: present,
    completion: own,
    consent: questions.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id))).at(-1) ?? null,
  };
}

const ENDED: readonly string[] = ['finished', 'confirmed', 'closed'];

/** Stages by the state of the present visit. */
const BY_VISIT: Readonly<Record<string, Stage>> = {
  pendingAccept: 'assigned',
  accepted: 'assigned',
  appointed: 'appointed',
  traveling: 'onTheWay',
  working: 'working',
  paused: 'paused',
  finished: 'again',
  partial: 'again',
  confirmed: 'again',
};

/** Return the stage of an order, by its state and that of its present visit. */
export function stageOf({ order, visit: present }: OrderCase): Stage {
  if (order.registerStatus === 'cancelled') return 'cancelled';
  if (ENDED.includes(order.registerStatus)) return 'done';
  if (order.registerStatus === 'waiting' && order.holdReason) return 'onHold';
  return (present && BY_VISIT[present.taskStatus]) ?? 'registered';
}
