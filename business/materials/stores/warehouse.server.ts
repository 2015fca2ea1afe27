import type { Refusal } from '#kernel/language/refusal.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { inSentence } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { warehouseType } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';
import type { StoreOf } from './posting.service.ts';
import { warehouse } from './warehouse.paper.ts';

type Store = Row<typeof warehouse>;
type Type = KeyOf<typeof warehouseType>;

function assertHasTechnician({ warehouseType: type, technicianId }: Partial<Store>): void {
  if (type === 'person' && !technicianId) throw refuse.personStoreNeeds();
}

async function notEmpty(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  const found = await context.sql.query<{ id: string }>(
    'select distinct warehouse_id::text as id from asstock where tenant_id = $1 and warehouse_id = any($2::bigint[]) and (on_hand <> 0 or reserved <> 0) and is_deleted = 0',
    [context.tenantId, ids],
  );
  return new Map(found.map(({ id }) => [id, refuse.storeNotEmpty()]));
}

async function assertEmpty(context: Context, id: string): Promise<void> {
  const why = (await notEmpty(context, [id])).get(id);
  if (why) throw why;
}

/** Does the change give the store another type or owner, or forbid negative stock? A store with stock refuses that. */
const changesUse = (before: Store, values: Partial<Store>): boolean =>
  (values.warehouseType !== undefined && values.warehouseType !== before.warehouseType) ||
  (before.warehouseType === 'person' &&
    values.technicianId !== undefined &&
    values.technicianId !== before.technicianId) ||
  (values.allowNegative === false && before.allowNegative === true);

export default behaviour<typeof warehouse>(warehouse, {
  async saving(context, { before, values }) {
    assertHasTechnician({ ...before, ...values });
    if (before && (changesUse(before, values) || values.status === 0)) await assertEmpty(context, before.id);
  },
  staying: (context, rows) =>
    notEmpty(
      context,
      rows.map((row) => row.id),
    ),
  repeated: (_context, { warehouseType: type, warehouseName: name }) =>
    type === 'person' ? refuse.personStoreOnce({ name }) : refuse.virtualOnce({ name }),
});

interface Wanted {
  readonly warehouseType: Type;
  readonly warehouseCode: string;
  readonly warehouseName: string;
  readonly technicianId?: string;
  readonly deptId?: string | null;
}

async function found(context: Context, { warehouseType: type, technicianId }: Wanted): Promise<string | undefined> {
  const rows = await context.find(
    warehouse,
    { warehouseType: type, ...(technicianId && { technicianId }) },
    { first: 100 },
  );
  return rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))[0]?.id;
}

/** Return the id of the oldest store of this kind. Create it if missing; concurrent callers create it once. */
async function foundOrMade(context: Context, wanted: Wanted): Promise<string> {
  const known = await found(context, wanted);
  if (known) return known;
  await context.lock(`once aswarehouse code=${wanted.warehouseCode}`);
  return (await found(context, wanted)) ?? (await context.create(warehouse, wanted)).id;
}

/**
 * Return the store of what is on its way to a van. It has the technician and the department of the van: by both it is
 * found.
 */
async function transitOf(context: Context, vanId: string): Promise<string> {
  const { technicianId, deptId, warehouseName } = await context.get(warehouse, vanId);
  const owner = must(technicianId, 'technicianId');
  const id = await foundOrMade(context, {
    warehouseType: 'transit',
    technicianId: owner,
    deptId,
    warehouseCode: `T-${owner}`,
    warehouseName: `${warehouseName}在途`,
  });
  if ((await context.get(warehouse, id)).deptId !== deptId) await context.change(warehouse, id, { deptId });
  return id;
}

/** Return the store that is meant. Create it if missing. */
export async function findStore(context: Context, of: StoreOf): Promise<string> {
  if ('transitOf' in of) return transitOf(context, of.transitOf);
  if ('virtual' in of) {
    const [zh, en] = warehouseType.items[of.virtual];
    return foundOrMade(context, {
      warehouseType: of.virtual,
      warehouseCode: `V-${inSentence(en).split(' ')[0].toUpperCase()}`,
      warehouseName: zh,
    });
  }
  const person = await context.get(technician, of.technicianId);
  return foundOrMade(context, {
    warehouseType: 'person',
    technicianId: person.id,
    warehouseCode: `P-${person.id}`,
    warehouseName: `${person.realName}个人库`,
  });
}
