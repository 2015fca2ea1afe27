import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { coverFor } from '../../cover/cover-offer.server.ts';
import type { CoverDecision } from '../../cover/cover.rules.ts';
import { reworkOf } from '../../rework.server.ts';
import { registrationEquipment } from '../registration-equipment.paper.ts';
import type { registration } from '../registration.paper.ts';

type Order = Row<typeof registration>;
type Machine = Row<typeof equipment>;

/** Facts of an order beside its row: its first machine, the order that it repeats, and the contracts named for it. */
interface Beside {
  readonly machine: Machine | null;
  readonly rework: { readonly no: string } | null;
  readonly schemeIds?: readonly string[];
}

/** Return the cover of an order as rules, contracts and cards decide it now. */
export const coverOfOrder = (
  reading: Reading,
  order: Partial<Order>,
  { machine, rework, schemeIds = [] }: Beside,
): Promise<CoverDecision> =>
  coverFor(reading, {
    receiptsType: String(order.receiptsType),
    faultCategory: order.faultCategory ?? null,
    faultDate: reading.today(),
    equipment: machine,
    reworkOf: rework?.no ?? null,
    customerId: order.customerId ?? null,
    registerMainId: order.registerMainId ?? null,
    equipmentId: machine?.id ?? null,
    repairType: order.repairType ?? machine?.systemType ?? null,
    schemeIds,
  });

/** Return the ids of the machines of a stored order. */
export async function machinesOf(reading: Reading, orderId: string): Promise<string[]> {
  const lines = await reading.find(registrationEquipment, { registrationFormId: orderId }, { limit: 500 });
  return lines.flatMap((line) => line.equipmentId || []);
}

/** Return the cover of a stored order as it would be decided now. */
export async function coverAnew(reading: Reading, order: Order): Promise<CoverDecision> {
  const [first] = await machinesOf(reading, order.id);
  const machine = first ? await reading.get(equipment, first) : null;
  return coverOfOrder(reading, order, { machine, rework: await reworkOf(reading, first, order.faultCategory) });
}
