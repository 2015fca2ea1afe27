import { placeOfHome } from '../home/place-of-home.server.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { addMinutes, dayOf } from '#kernel/language/days.ts';
import { refuse } from '../refusals.ts';
import { coverFor } from '../cover/cover-offer.server.ts';
import { coverFields, isOverridden } from '../cover/cover.rules.ts';
import { DUPLICATE_HOURS, OPEN_REPAIR_STATES, type Reported, duplicateLocks, isLikelySame } from './duplicate.rules.ts';
import { reworkOf } from '../rework.server.ts';
import type { Duplicate } from '../desk/desk.calls.ts';
import { repairForm } from './repair-form.paper.ts';

export type Form = Row<typeof repairForm>;

const reported = (form: Partial<Form>): Reported => ({
  customerId: form.customerId ?? null,
  phone: form.phone ?? null,
  equipmentId: form.equipmentId ?? null,
  repairType: String(form.repairType ?? ''),
  alarmId: form.alarmId ?? null,
});

/** Return open forms of the last 72 hours that are probably duplicates, newest first. */
export async function duplicatesOf(reading: Reading, form: Partial<Form>): Promise<Form[]> {
  const of = reported(form);
  const open = { repairStatus: [...OPEN_REPAIR_STATES] };
  const found = [
    ...(of.alarmId ? await reading.find(repairForm, { ...open, alarmId: of.alarmId }, { first: 20 }) : []),
    ...(of.customerId
      ? await reading.find(repairForm, { ...open, customerId: of.customerId }, { first: 20 })
      : of.phone
        ? await reading.find(repairForm, { ...open, phone: of.phone }, { first: 20 })
        : []),
  ];
  const since = addMinutes(form.createTime ?? reading.now(), -DUPLICATE_HOURS * 60);
  const unlike = new Set([form.id]);
  return found.filter((one) => {
    if (unlike.has(one.id) || one.createTime < since || (form.createTime && one.createTime > form.createTime))
      return false;
    unlike.add(one.id);
    return isLikelySame(of, reported(one));
  });
}

/** Return the fields of a form that show it as a possible duplicate. */
export const inShort = (form: Form): Duplicate => ({
  id: form.id,
  repairNo: form.repairNo,
  repairStatus: form.repairStatus,
  createTime: form.createTime,
  description: form.description,
  equipmentId: form.equipmentId ?? '',
  equipmentName: form.equipmentName ?? '',
  repairType: form.repairType,
  customerName: form.customerName,
  registrationFormId: form.registrationFormId ?? '',
});

async function assertFileOf(
  context: Context,
  fileId: string | null | undefined,
  customerId: string | null,
): Promise<void> {
  if (!fileId || !customerId) return;
  const file = await context.get(serviceFile, fileId);
  if (file.customerId !== customerId)
    throw refuse.fileOfOtherCustomer({
      fields: [
        { field: 'registerMainId', words: ['服务档案不属于该客户', 'The service file belongs to another customer'] },
      ],
    });
}

/** The machine of a form that the caller has read already; null where it has none. */
export type KnownMachine = Row<typeof equipment> | null;

const readMachine = async (reading: Reading, form: Partial<Form>, known: KnownMachine): Promise<KnownMachine> =>
  form.equipmentId ? (known ?? reading.get(equipment, form.equipmentId)) : null;

async function machineOf(context: Context, form: Partial<Form>, known: KnownMachine): Promise<KnownMachine> {
  const machine = await readMachine(context, form, known);
  if (!machine) return null;
  if (form.customerId && machine.customerId !== form.customerId)
    throw refuse.equipmentOfOtherCustomer({
      fields: [{ field: 'equipmentId', words: ['设备不属于该客户', 'The equipment belongs to another customer'] }],
    });
  return machine;
}

async function teamOf(context: Context, form: Partial<Form>): Promise<Form['customerServiceTeam']> {
  if (form.customerServiceTeam || !form.premisesId) return form.customerServiceTeam ?? null;
  return (await context.get(premises, form.premisesId)).customerServiceTeam;
}

/**
 * Derive customer, file, place and team from the named machine, file and premises. Refuse a file or machine of another
 * customer.
 */
export async function homeOf(context: Context, form: Partial<Form>, known: KnownMachine): Promise<Partial<Form>> {
  const machine = await machineOf(context, form, known);
  const customerId = form.customerId ?? machine?.customerId ?? null;
  await assertFileOf(context, form.registerMainId, customerId);
  const registerMainId = form.registerMainId ?? machine?.registerMainId ?? null;
  return {
    customerId,
    registerMainId,
    customerServiceTeam: await teamOf(context, form),
    ...(await placeOfHome(context, { ...form, registerMainId })),
  };
}

/** Return the system of a form: as it says, else that of its machine. */
export const systemOfForm = (
  named: string | null | undefined,
  machine: Pick<Row<typeof equipment>, 'systemType'> | null | undefined,
): string | null => named || machine?.systemType || null;

/** Return the fields of a form's cover as the rules decide it now; empty if a lead decided it. */
export async function coverOf(
  reading: Reading,
  form: Partial<Form>,
  known: KnownMachine = null,
): Promise<Partial<Form>> {
  if (isOverridden(form.weibaoReason)) return {};
  const machine = await readMachine(reading, form, known);
  const rework = await reworkOf(reading, form.equipmentId, form.faultCategory);
  return coverFields(
    await coverFor(reading, {
      receiptsType: String(form.receiptsType ?? 'repair'),
      faultCategory: form.faultCategory ?? null,
      faultDate: dayOf(form.createTime ?? reading.now()),
      equipment: machine,
      reworkOf: rework?.no ?? null,
      customerId: form.customerId ?? null,
      registerMainId: form.registerMainId ?? null,
      equipmentId: machine?.id ?? null,
      repairType: systemOfForm(form.repairType, machine),
    }),
  );
}

/** Return the key of the pool in which a form waits, by team and system; null without a team. */
export const poolOf = (form: Partial<Form>): string | null =>
  form.customerServiceTeam ? `${form.customerServiceTeam}-${form.repairType}` : null;

/** Decide cover, pool and duplicates of a submitted form. `separate`: the person answered that it is no duplicate. */
export async function judgeIntake(
  context: Context,
  form: Partial<Form>,
  { separate, machine }: { readonly separate: boolean; readonly machine: KnownMachine },
): Promise<{ values: Partial<Form>; duplicates: Form[] }> {
  for (const key of duplicateLocks(reported(form))) await context.lock(key);
  const duplicates = separate ? [] : await duplicatesOf(context, form);
  const cover = await coverOf(context, form, machine);
  return {
    values: { ...cover, poolNo: poolOf(form), duplicateOfId: form.duplicateOfId ?? duplicates[0]?.id ?? null },
    duplicates,
  };
}
