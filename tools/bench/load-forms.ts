import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import { papers } from '../../server/assemble.ts';

/** Number of rows that are sent to COPY at a time. */
const PIECE = 2000;
const FIRST = Date.parse('2023-01-01T00:00:00Z');
const EVERY_MS = 120_000;
/** Zero of the time in ids: 42 bits of milliseconds since then and 21 bits of a counter, as `next_id` makes them. */
const EPOCH = Date.parse('2020-01-01T00:00:00Z');

const COLUMNS = [
  'id',
  'tenant_id',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'repair_no',
  'source',
  'repair_type',
  'receipts_type',
  'urgency',
  'customer_id',
  'customer_name',
  'phone',
  'address',
  'customer_service_team',
  'fault_category',
  'description',
  'expect_date',
  'expect_slot',
  'weibao',
  'repair_status',
  'urge_count',
  'accept_time',
] as const;

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
}
interface Known {
  readonly customers: readonly Customer[];
  readonly cs: string;
  readonly other: string;
}

async function known(client: pg.Client): Promise<Known> {
  const { rows: customers } = await client.query<Customer>(
    "select id, customer_name as name, address_detail as address, phone from ascustomer where tenant_id = '000000' order by id",
  );
  const {
    rows: [depts],
  } = await client.query<{ cs: string; other: string }>(
    "select (select id from blade_dept where tenant_id = '000000' and dept_name = '客服中心') as cs, (select id from blade_dept where tenant_id = '000000' and dept_name = '浦东服务部') as other",
  );
  return { customers, ...depts };
}

const SOURCES = ['phone', 'wechat', 'iot', 'plan'];
const TYPES = ['hvac', 'floorHeat', 'boiler', 'waterPure', 'freshAir', 'heatPump', 'smartHome'];
const URGENCIES = ['normal', 'normal', 'normal', 'high', 'critical'];
const TEAMS = ['east', 'west', 'north', 'south'];
const FAULTS = ['noHeat', 'noCool', 'leak', 'noise', 'code'];
const SAID = ['主机不启动', '回水温度低', '室内机漏水', '滤网报警', '压力掉得快'];
const COVERS = ['warranty', 'paid', 'goodwill'];
const STATES = ['submitted', 'accepted', 'cancelled', 'rejected', 'merged'];
/** Field values that only four forms in a million have, all of them old. */
export const RARE = { source: 'store', urgency: 'safety', faultCategory: 'smell' } as const;
const isRare = (n: number): boolean => n < 400_000 && n % 100_000 === 7;

const turn = <T>(of: readonly T[], n: number): T => of[n % of.length];

/**
 * Return the row of a form in the format of COPY. Half of the rows belong to the department of customer service. Data
 * scopes hide the others, which belong to another department.
 */
function lineOf({ customers, cs, other }: Known, n: number): string {
  const ms = FIRST + n * EVERY_MS;
  const at = `${new Date(ms).toISOString().slice(0, 19)}+00`;
  // Return the day in Shanghai (`yyyy-MM-dd`), this many days later.
  const day = (days: number): string => new Date(ms + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const id = (BigInt(ms - EPOCH) << 21n) | BigInt(n & 0x1fffff);
  const customer = turn(customers, n);
  const clean = (text: string): string => text.replaceAll(/[\\\t\n\r]/g, ' ');
  return [
    id,
    '000000',
    1,
    n % 2 === 0 ? cs : other,
    at,
    1,
    at,
    `BX${day(0).replaceAll('-', '')}L${n}`,
    isRare(n) ? RARE.source : turn(SOURCES, n),
    turn(TYPES, n),
    'repair',
    isRare(n) ? RARE.urgency : turn(URGENCIES, n),
    customer.id,
    clean(customer.name),
    customer.phone,
    clean(customer.address),
    turn(TEAMS, n),
    isRare(n) ? RARE.faultCategory : turn(FAULTS, n),
    `${turn(SAID, n)}，第${n}次`,
    day(1),
    'any',
    turn(COVERS, n),
    turn(STATES, n * 7),
    0,
    `${new Date(ms + 3_600_000).toISOString().slice(0, 19)}+00`,
  ].join('\t');
}

function* lines(of: Known, forms: number): Generator<string> {
  for (let n = 1; n <= forms; n += PIECE)
    yield `${Array.from({ length: Math.min(PIECE, forms - n + 1) }, (_, at) => lineOf(of, n + at)).join('\n')}\n`;
}

/**
 * Add repair forms to the demo company by COPY: a large company has a million after some years. Their indexes are
 * dropped before and created afterwards.
 */
export async function loadForms(ownerUrl: string, forms: number, say: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Loaded forms have an `L` in their number. If there are some, nothing is loaded.
    if ((await client.query(`select 1 from ${repairForm.table} where repair_no like 'BX________L%' limit 1`)).rowCount)
      return;
    say(`loading ${forms.toLocaleString('en')} repair forms …`);
    const indexes = tableOfPaper(repairForm, papers).indexes;
    for (const index of indexes) await client.query(`drop index if exists "${index.name}"`);
    await pipeline(
      Readable.from(lines(await known(client), forms), { objectMode: true }),
      client.query(copyFrom(`copy ${repairForm.table} (${COLUMNS.join(', ')}) from stdin`)),
    );
    for (const index of indexes)
      await client.query(
        `create ${index.unique ? 'unique ' : ''}index if not exists "${index.name}" on ${repairForm.table} using ${index.using ?? 'btree'} (${index.on}) where ${index.where}`,
      );
    await client.query(`vacuum analyze ${repairForm.table}`);
  } finally {
    await client.end();
  }
}

/** Customer name in all rows of the bench, by which they differ from those of people. */
export const CALLER = '压测客户';

/**
 * Delete the SLA clocks of the forms that the bench inserted (see `CALLER`), as their notifications would be measured
 * too.
 */
export async function freezeClocks(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `delete from ${slaClock.table} where biz_id in (select id from ${repairForm.table} where customer_name = $1)`,
      [CALLER],
    );
  } finally {
    await client.end();
  }
}
