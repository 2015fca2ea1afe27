import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { equipment } from './equipment.paper.ts';
import { isGone } from './standing.rules.ts';

/** Maximum of replacements that are followed to find the present machine. */
const MAX_REPLACED = 20;

/**
 * Return a machine; null without one. Refuse a machine that was replaced or removed. If it was replaced, the refusal
 * offers its successor.
 */
export async function assertStands(
  context: Context,
  equipmentId: string | null | undefined,
): Promise<Row<typeof equipment> | null> {
  if (!equipmentId) return null;
  const [machine] = await context.find(equipment, { id: equipmentId }, { first: 1 });
  if (!machine || !isGone(machine)) return machine ?? null;
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
