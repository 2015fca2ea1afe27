import { type Language, labelIn } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { type CoverQuestion, coverFor } from '../cover/cover-offer.server.ts';
import { sentenceForCaller } from '../cover/home-words.server.ts';
import { type Promises, promisesFor } from '#business/scheduling/sla/promises.server.ts';
import { duplicatesOf, inShort, systemOfForm } from '../repair-form/intake.server.ts';
import { reworkOf } from '../rework.server.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { RepairPreview, previewForm } from './desk.calls.ts';

type Typed = CallInputOf<typeof previewForm>;
type Machine = AnsweredRow<typeof equipment>;

const machineOf = async (reading: Reading, id: string | null): Promise<Machine | undefined> =>
  id ? (await reading.visible(equipment, { match: { id } }).rows({ first: 1 }))[0] : undefined;

/** Return the facts of a typed form that decide its cover. */
async function factsOf(reading: Reading, form: Typed, machine: Machine | undefined): Promise<CoverQuestion> {
  const { faultCategory } = form;
  const rework = await reworkOf(reading, machine?.id, faultCategory);
  return {
    receiptsType: form.receiptsType ?? 'repair',
    faultCategory,
    faultDate: reading.today(),
    reworkOf: rework?.no ?? null,
    equipment: machine
      ? { equipmentName: machine.equipmentName, warrantyEndDate: machine.warrantyEndDate || null }
      : null,
    customerId: form.customerId ?? null,
    registerMainId: machine?.registerMainId ?? null,
    equipmentId: machine?.id ?? null,
    repairType: systemOfForm(form.repairType, machine),
  };
}

async function promiseOf(reading: Reading, form: Typed): Promise<Promises> {
  const [owner] = form.customerId
    ? await reading.visible(customer, { match: { id: form.customerId } }).rows({ first: 1 })
    : [];
  return promisesFor(reading, {
    receiptsType: form.receiptsType ?? 'repair',
    urgency: form.urgency ?? 'normal',
    customerLevel: owner?.customerLevel ?? null,
  });
}

/** Return intake's decisions on a form while it is typed: cover with its reason, promises, duplicates. */
export async function preview(reading: Reading, form: Typed, language: Language): Promise<RepairPreview> {
  const machine = await machineOf(reading, form.equipmentId);
  const facts = await factsOf(reading, form, machine);
  const decided = await coverFor(reading, facts);
  const draft = {
    customerId: form.customerId,
    phone: form.phone ?? undefined,
    equipmentId: machine?.id ?? null,
    repairType: form.repairType ?? machine?.systemType,
    alarmId: form.alarmId,
  };
  const duplicates = form.customerId || form.phone ? await duplicatesOf(reading, draft) : [];
  return {
    promise: await promiseOf(reading, form),
    cover: {
      weibao: decided.weibao,
      reason: labelIn(decided.reason, language),
      coverFees: decided.coverFees,
      sentence: labelIn(await sentenceForCaller(reading, facts, decided), language),
    },
    duplicates: duplicates.map(inShort),
  };
}
