import type { Reading } from '#kernel/server';
import type { OrderWithParts, PartsReady, PartsState } from '#business/dispatch/candidates/parts-ready.server.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { WANTED_PARTS, wantedBy } from './short-parts.server.ts';

interface StoredState {
  readonly id: string;
  readonly missing: number;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly vanOf: string | null;
}

/** SQL of an order of technicians: the same team as `of` first, then the nearest home. */
export const nearestFirst = (technician: string, of: string): string =>
  `(${technician}.customer_service_team = ${of}.customer_service_team) desc, point(${technician}.home_location[0], ${technician}.home_location[1]) <-> ${of}.home_location nulls last`;

/** Stock of the missing parts of the order `g`, in stores of some types. */
const holding = (types: string): string =>
  `from m x join ${stockFacts} s on s.tenant_id = $1 and s.material_id = x.material_id and s.material_status = 'good' and s.on_hand - s.reserved >= x.short and s.is_deleted = 0
    join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.warehouse_type in (${types}) and w.is_deleted = 0 and w.status = 1`;

/** The main or area store with most of the missing kinds, that of the technician's department first. */
const NEAREST_STORE = `select w.id::text as id, w.warehouse_name as name ${holding("'main', 'area'")}
    where x.id = g.id and x.short > 0 group by w.id, w.warehouse_name, w.warehouse_type, w.dept_id
    order by count(distinct x.material_id) desc, (w.dept_id is not distinct from t.dept_id) desc, w.warehouse_type, w.id limit 1`;

/** The technician with most of the missing kinds in the van, the same team and the nearest home first. */
const NEAREST_VAN = `select n.real_name as name ${holding("'person'")}
    join ${technicianFacts} n on n.tenant_id = $1 and n.id = w.technician_id and n.is_deleted = 0 and n.status = 1
    where x.id = g.id and x.short > 0 and n.id <> g.technician_id group by n.id, n.real_name, n.customer_service_team, n.home_location[0], n.home_location[1]
    order by count(distinct x.material_id) desc, ${nearestFirst('n', 't')}, n.id limit 1`;

/** Return how many kinds of the suggested parts are missing, and where they are. */
async function partsOf(reading: Reading, orders: readonly OrderWithParts[]): Promise<ReadonlyMap<string, PartsState>> {
  const known = orders.filter((one) => one.technicianId !== null);
  if (!known.length) return new Map();
  const rows = await reading.sql.query<StoredState>(
    `${WANTED_PARTS}, g as (select m.id, m.technician_id, count(*) filter (where m.short > 0)::int as missing from m group by m.id, m.technician_id)
    select g.id::text as id, g.missing, a.id as "storeId", a.name as "storeName", b.name as "vanOf" from g left join ${technicianFacts} t on t.tenant_id = $1 and t.id = g.technician_id
    left join lateral (${NEAREST_STORE}) a on g.missing > 0 left join lateral (${NEAREST_VAN}) b on g.missing > 0`,
    [...wantedBy(reading, known)],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** The parts of orders by vans, goods under way and requests. */
export const goodsPartsReady: PartsReady = { name: 'goods', sort: 50, read: partsOf };
