import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { equipment } from './equipment.paper.ts';
import { isGone } from './standing.rules.ts';

/** Follow at most so many replacements. */
const MAX_REPLACED = 20;

/** Refuse a new report of a machine that was replaced or removed; offer its successor. */
export async function assertStands(context: Context, equipmentId: string | null | undefined): Promise<void> {
  if (!equipmentId) return;
  const [machine] = await context.find(equipment, { id: equipmentId }, { first: 1 });
  if (!machine || !isGone(machine)) return;
  let successor = machine;
  for (let steps = 0; steps < MAX_REPLACED && successor.replacedById && isGone(successor); steps++) {
    const [next] = await context.find(equipment, { id: successor.replacedById }, { first: 1 });
    if (!next) break;
    successor = next;
  }
  const offered = isGone(successor)
    ? null
    : { field: 'equipmentId', id: successor.id, name: `${successor.equipmentName} ${successor.equipmentNo}` };
  const refusal = offered
    ? refuse.machineReplaced({ name: machine.equipmentName, by: successor.equipmentNo })
    : refuse.machineGone({ name: machine.equipmentName });
  throw offered
    ? refuse.machineReplaced(
        { name: machine.equipmentName, by: successor.equipmentNo },
        { data: { instead: offered }, fields: [{ field: 'equipmentId', words: refusal.words }] },
      )
    : refuse.machineGone({ name: machine.equipmentName }, { fields: [{ field: 'equipmentId', words: refusal.words }] });
}
