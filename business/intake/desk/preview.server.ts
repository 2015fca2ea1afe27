import { type Language, labelIn } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { type CoverDecision, decideCover } from '../cover/cover.rules.ts';
import { type Promises, promisesFor } from '#business/scheduling/sla/promises.server.ts';
import { duplicatesOf, inShort } from '../repair-form/intake.server.ts';
import { reworkOf } from '../rework.server.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { RepairPreview, previewForm } from './desk.calls.ts';

type Given = CallInputOf<typeof previewForm>;
type Machine = AnsweredRow<typeof equipment>;

const machineOf = async (reading: Reading, id: string | null): Promise<Machine | undefined> =>
  id ? (await reading.visible(equipment, { match: { id } }).rows({ first: 1 }))[0] : undefined;

async function coverOf(reading: Reading, given: Given, machine: Machine | undefined): Promise<CoverDecision> {
  const { faultCategory } = given;
  const rework = await reworkOf(reading, machine?.id, faultCategory);
  return decideCover({
    receiptsType: given.receiptsType ?? 'repair',
    faultCategory,
    faultDate: reading.today(),
    reworkOf: rework?.no ?? null,
    equipment: machine
      ? { equipmentName: machine.equipmentName, warrantyEndDate: machine.warrantyEndDate || null }
      : null,
  });
}

async function promiseOf(reading: Reading, given: Given): Promise<Promises> {
  const [owner] = given.customerId
    ? await reading.visible(customer, { match: { id: given.customerId } }).rows({ first: 1 })
    : [];
  return promisesFor(reading, {
    receiptsType: given.receiptsType ?? 'repair',
    urgency: given.urgency ?? 'normal',
    customerLevel: owner?.customerLevel ?? null,
  });
}

/** What intake would decide about a form that is still being typed: who pays and why, and whether it was reported already. */
export async function preview(reading: Reading, given: Given, language: Language): Promise<RepairPreview> {
  const machine = await machineOf(reading, given.equipmentId);
  const decided = await coverOf(reading, given, machine);
  const form = {
    customerId: given.customerId,
    phone: given.phone ?? undefined,
    equipmentId: machine?.id ?? null,
    repairType: given.repairType ?? machine?.systemType,
    alarmId: given.alarmId,
  };
  const duplicates = form.customerId || form.phone ? await duplicatesOf(reading, form) : [];
  return {
    promise: await promiseOf(reading, given),
    cover: { weibao: decided.weibao, reason: labelIn(decided.reason, language), coverFees: decided.coverFees },
    duplicates: duplicates.map(inShort),
  };
}
