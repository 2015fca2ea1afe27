import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { recordChange } from '../scheme/records.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import type { schemeEquipment } from './scheme-equipment.paper.ts';
import type { schemeSupplies } from './scheme-supplies.paper.ts';

type Line = Row<typeof schemeEquipment> | Row<typeof schemeSupplies>;

/** Refuse a machine of another customer. */
export async function assertMachineOfOwner(
  context: Context,
  { equipmentId, schemeId }: Pick<Line, 'equipmentId' | 'schemeId'>,
): Promise<void> {
  if (!equipmentId) return;
  const machine = await context.get(equipment, equipmentId);
  const of = await context.get(scheme, schemeId);
  if (machine.customerId !== of.customerId) throw refuse.machineOfOtherHome();
}

/** A kind of lines of contracts, as the changes of a contract call it. */
interface Noted<L extends Line> {
  readonly type: 'equipment' | 'supplies';
  readonly title: Label;
  readonly nameOf: (line: L) => string | null;
  readonly after: (line: L) => Readonly<Record<string, unknown>>;
}

const CHANGED: Label = ['修改', 'Changed'];
const ADDED: Label = ['增加', 'Added'];
const REMOVED: Label = ['移除', 'Removed'];

/** Return the part of a behaviour that notes changes of lines at their contract, unless it is a draft. */
export function noting<L extends Line>({ type, title, nameOf, after }: Noted<L>) {
  const note = async (context: Context, row: L, what: Label): Promise<void> => {
    const of = await context.get(scheme, row.schemeId);
    if (of.schemeStatus === 'draft') return;
    const name = nameOf(row) ?? '';
    await recordChange(context, of.id, {
      type,
      summary: [`${what[0]}${title[0]}${name}`, `${what[1]} ${title[1]} ${name}`],
      after: after(row),
    });
  };
  return {
    async saved(
      context: Context,
      { before, row, byHand }: { readonly before: L | null; readonly row: L; readonly byHand: boolean },
    ): Promise<void> {
      if (byHand) await note(context, row, before ? CHANGED : ADDED);
    },
    async leaving(context: Context, rows: readonly L[]): Promise<void> {
      for (const row of rows) await note(context, row, REMOVED);
    },
  };
}
