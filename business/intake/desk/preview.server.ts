import { type Language, labelIn } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { type CoverDecision, decideCover } from '../cover/cover.rules.ts';
import { duplicatesOf, inShort, type Form } from '../repair-form/intake.server.ts';
import { reworkOf } from '../rework.server.ts';
import type { VisibleRow } from '#kernel/server';
import { idFrom } from '#kernel/fields/ref/ref.ts';

type Given = Readonly<Record<string, unknown>>;

const word = (given: Given, name: string): string | null =>
  typeof given[name] === 'string' && given[name] !== '' ? String(given[name]).slice(0, 64) : null;
const idOf = (given: Given, name: string): string | null => {
  const id = idFrom(word(given, name) ?? undefined);
  return id === '0' ? null : id;
};

const machineOf = async (reading: Reading, id: string | null): Promise<VisibleRow | undefined> =>
  id ? (await reading.visible(equipment, { match: { id }, limit: 1 }))[0] : undefined;

async function coverOf(reading: Reading, given: Given, machine: VisibleRow | undefined): Promise<CoverDecision> {
  const faultCategory = word(given, 'faultCategory');
  const rework = await reworkOf(reading, machine?.id, faultCategory);
  return decideCover({
    receiptsType: word(given, 'receiptsType') ?? 'repair',
    faultCategory,
    faultDate: reading.today(),
    reworkOf: rework?.no ?? null,
    equipment: machine
      ? { equipmentName: String(machine.equipmentName), warrantyEndDate: machine.warrantyEndDate as string | null }
      : null,
  });
}

/** What intake would decide about a form that is still being typed: who pays and why, and whether it was reported already. */
export async function preview(reading: Reading, given: Given, language: Language): Promise<Record<string, unknown>> {
  const machine = await machineOf(reading, idOf(given, 'equipmentId'));
  const decided = await coverOf(reading, given, machine);
  const form = {
    customerId: idOf(given, 'customerId'),
    phone: word(given, 'phone') ?? undefined,
    equipmentId: machine?.id ?? null,
    repairType: (word(given, 'repairType') ?? machine?.systemType) as Form['repairType'],
    alarmId: word(given, 'alarmId'),
  };
  const duplicates = form.customerId || form.phone ? await duplicatesOf(reading, form) : [];
  return {
    cover: { weibao: decided.weibao, reason: labelIn(decided.reason, language), coverFees: decided.coverFees },
    duplicates: duplicates.map(inShort),
  };
}
