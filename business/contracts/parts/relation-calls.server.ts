import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, implement, type OwnCall, type Reading, row as refuseRow } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { recordChange } from '../scheme/records.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import {
  machinesOfScheme,
  partsOfScheme,
  removeMachines,
  removeSupplies,
  saveMachines,
  saveSupplies,
  suppliesOfScheme,
  syncMachines,
} from './relation.calls.ts';
import { schemeEquipment } from './scheme-equipment.paper.ts';
import { schemeSupplies } from './scheme-supplies.paper.ts';

/** States of a contract in which its machines and consumables may change. */
const OPEN = ['draft', 'active', 'suspended'];

/** Return a contract that the person sees, locked; refuse one that is over. */
async function openScheme(context: Context, id: string): Promise<Row<typeof scheme>> {
  const [seen] = await context.visible(scheme, { match: { id } }).rows({ first: 1 });
  const [of] = seen ? await context.lockRows(scheme, [id]) : [];
  if (!of) throw refuseRow.missing({ title: scheme.title });
  if (!OPEN.includes(of.schemeStatus)) throw refuse.schemeNotActive({ no: of.schemeNo });
  return of;
}

interface SavedLine {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Return the sent rows with their ids; an empty id is a new row. Refuse an id that is none of the contract's. */
function linesOf(
  title: Label,
  known: readonly { readonly id: string }[],
  sent: readonly Readonly<Record<string, unknown>>[],
): SavedLine[] {
  const ids = new Set(known.map((one) => one.id));
  return sent.map(({ id, ...values }) => {
    const named = typeof id === 'string' ? id : '';
    if (named && !ids.has(named)) throw refuseRow.missing({ title });
    return { id: named, values };
  });
}

/** Save machines of a contract: rows with an id are changed, the others are added. Return those that the person sees. */
async function saveMachinesOf(
  { schemeId, lines }: CallInputOf<typeof saveMachines>,
  context: Context,
): Promise<CallAnswer<typeof saveMachines>> {
  const of = await openScheme(context, schemeId);
  const known = await context.find(schemeEquipment, { schemeId: of.id }, { limit: 1000 });
  for (const { id, values } of linesOf(schemeEquipment.title, known, lines))
    await (id
      ? context.resubmit(schemeEquipment, id, { ...values, schemeId: of.id })
      : context.submit(schemeEquipment, { ...values, schemeId: of.id }));
  return context.visible(schemeEquipment, { match: { schemeId: of.id } }).rows({ limit: 1000 });
}

/** Save consumables of a contract, in the same way. */
async function saveSuppliesOf(
  { schemeId, lines }: CallInputOf<typeof saveSupplies>,
  context: Context,
): Promise<CallAnswer<typeof saveSupplies>> {
  const of = await openScheme(context, schemeId);
  const known = await context.find(schemeSupplies, { schemeId: of.id }, { limit: 1000 });
  for (const { id, values } of linesOf(schemeSupplies.title, known, lines))
    await (id
      ? context.resubmit(schemeSupplies, id, { ...values, schemeId: of.id })
      : context.submit(schemeSupplies, { ...values, schemeId: of.id }));
  return context.visible(schemeSupplies, { match: { schemeId: of.id } }).rows({ limit: 1000 });
}

/** Remove rows of contracts that the person may remove. */
async function removeLines(
  context: Context,
  paper: typeof schemeEquipment | typeof schemeSupplies,
  ids: readonly string[],
): Promise<{ removed: number }> {
  await context.assertRight(paper, 'edit', ids);
  const match = { id: [...ids] };
  const rows: readonly { readonly id: string; readonly schemeId: string }[] =
    paper === schemeEquipment
      ? await context.find(schemeEquipment, match, { limit: ids.length })
      : await context.find(schemeSupplies, match, { limit: ids.length });
  for (const id of [...new Set(rows.map((one) => one.schemeId))].toSorted()) await openScheme(context, id);
  await context.removeAll(
    paper,
    rows.map((one) => one.id),
  );
  return { removed: rows.length };
}

/** Remove consumables; refuse them while one has an open warning. */
async function removeUnwarned(context: Context, ids: readonly string[]): Promise<{ removed: number }> {
  await context.assertRight(schemeSupplies, 'edit', ids);
  const warned = (await context.find(schemeSupplies, { id: [...ids] }, { limit: ids.length })).find(
    (one) => one.warnStatus === 'warned',
  );
  // oxlint-disable-next-line anju/no-own-once -- Names the reason; the lifecycle refuses the removal itself.
  if (warned) throw refuse.suppliesWarned({ name: warned.suppliesName ?? '' });
  return removeLines(context, schemeSupplies, ids);
}

const visibleParts = async (
  reading: Reading,
  { schemeId }: CallInputOf<typeof partsOfScheme>,
): Promise<CallAnswer<typeof partsOfScheme>> => ({
  equipment: await reading.visible(schemeEquipment, { match: { schemeId } }).rows({ limit: 1000 }),
  supplies: await reading.visible(schemeSupplies, { match: { schemeId } }).rows({ limit: 1000 }),
});

/** States of machines that are gone. */
const GONE = ['removed', 'replaced'];

/** Add the machines of the home that the contract lacks, and return the lines whose machine is gone. */
async function synch(
  { schemeId }: CallInputOf<typeof syncMachines>,
  context: Context,
): Promise<CallAnswer<typeof syncMachines>> {
  const of = await openScheme(context, schemeId);
  const machines = await context.find(equipment, { registerMainId: of.registerMainId }, { limit: 1000 });
  const standing = machines.filter((one) => !GONE.includes(String(one.equipmentStatus)));
  const lines = await context.find(schemeEquipment, { schemeId }, { limit: 1000 });
  const listed = new Set(lines.map((one) => one.equipmentId));
  const added: string[] = [];
  for (const one of standing.filter((machine) => !listed.has(machine.id))) {
    const sourceType = one.instanceId ? 'iot' : 'manual';
    added.push((await context.create(schemeEquipment, { schemeId, equipmentId: one.id, qty: '1', sourceType })).id);
  }
  const there = new Set(standing.map((one) => one.id));
  const odd = lines.filter((one) => !there.has(one.equipmentId)).map((one) => one.id);
  if (added.length && of.schemeStatus !== 'draft')
    await recordChange(context, of.id, {
      type: 'sync',
      summary: [`从设备档案同步 ${added.length} 台设备`, `${added.length} machines were added from the home`],
    });
  const shown = await context.visible(schemeEquipment, { match: { schemeId } }).rows({ limit: 1000 });
  return {
    added: shown.filter((one) => added.includes(one.id)),
    differences: shown.filter((one) => odd.includes(one.id)),
  };
}

/** Calls of the machines of contracts at their published addresses. */
export const machineCalls: readonly OwnCall[] = [
  implement(machinesOfScheme, { page: ({ schemeId }, filters) => ({ ...filters, schemeId }) }),
  implement(partsOfScheme, { read: (asked, reading) => visibleParts(reading, asked) }),
  implement(saveMachines, { write: saveMachinesOf }),
  implement(removeMachines, { write: ({ ids }, context) => removeLines(context, schemeEquipment, ids) }),
  implement(syncMachines, { write: synch }),
];

/** Calls of the consumables of contracts at their published addresses. */
export const suppliesCalls: readonly OwnCall[] = [
  implement(suppliesOfScheme, {
    page: ({ schemeId, dueFrom, dueTo, warnStatus, current, size }) => ({
      current,
      size,
      ...(schemeId && { schemeId }),
      ...(warnStatus && { warnStatus }),
      ...(dueFrom && { dueDate_ge: dueFrom }),
      ...(dueTo && { dueDate_le: dueTo }),
      ascs: 'dueDate',
    }),
  }),
  implement(saveSupplies, { write: saveSuppliesOf }),
  implement(removeSupplies, { write: ({ ids }, context) => removeUnwarned(context, ids) }),
];
