import { type WaitingPile, pileOf, readsAs } from '#business/masterdata/piles/piles.server.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { urge } from '../urge/urge.paper.ts';

/** What waits between a call and its dispatch. */
export const intakePiles: readonly WaitingPile[] = [
  pileOf({
    name: 'toAccept',
    sort: 10,
    buttons: ['asrepairform_accept'],
    paper: repairForm,
    wanted: () => ({ match: { repairStatus: ['submitted'] } }),
    row: readsAs('customerName', 'description', 'createTime'),
  }),
  pileOf({
    name: 'urges',
    sort: 20,
    buttons: ['asurgevisit_answer', 'asurgevisit_answerEscalated'],
    paper: urge,
    wanted: () => ({
      match: { urgeStatus: ['open', 'escalated'] },
      order: 't.reply_deadline asc nulls last, t.id asc',
    }),
    row: readsAs('customerName', 'content', 'replyDeadline'),
  }),
  pileOf({
    name: 'suspects',
    sort: 30,
    buttons: ['asrepairform_merge'],
    paper: repairForm,
    wanted: () => ({ match: { repairStatus: ['submitted'] }, also: () => 't.duplicate_of_id is not null' }),
    row: readsAs('customerName', 'description', 'createTime'),
  }),
  pileOf({
    name: 'pool',
    sort: 40,
    buttons: ['asregistrationform_hold'],
    paper: registration,
    wanted: () => ({ match: { registerStatus: ['registered'] }, order: 't.expect_date asc nulls last, t.id asc' }),
    row: readsAs('customerName', 'content', 'expectDate'),
  }),
  pileOf({
    name: 'onHold',
    sort: 50,
    buttons: ['asregistrationform_release'],
    paper: registration,
    wanted: () => ({ match: { registerStatus: ['waiting'] }, order: 't.hold_until asc nulls last, t.id asc' }),
    row: readsAs('customerName', 'content', 'holdUntil'),
  }),
];
