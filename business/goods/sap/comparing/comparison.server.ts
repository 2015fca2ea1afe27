import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { addDays } from '#kernel/language/days.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { sapAdapter, sapOf } from '#business/materials/sap/sap-of-company.server.ts';
import type { SapBalance } from '#business/materials/sap/sap-port.rules.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { askSap } from './ask-sap.server.ts';
import { type ComparedStock, type StockDifference, isLevelled } from './differences.rules.ts';
import { comparedWith } from './differences.server.ts';
import { assertSeesCodes, personWhs, sapCodeOf, seesOfWarehouse } from '../sap-codes.server.ts';
import { factsBehind } from './behind.server.ts';
import type { SapComparison, ShownDifference, ComparisonResult, comparisonCall } from '../cockpit/cockpit.calls.ts';
import { readNight } from './last-night.server.ts';
import { NIGHT } from './night-time.rules.ts';
import { whyOf } from './why.rules.ts';

const SHOWN = 300;
const MONEY = 2;

interface Place {
  readonly whsCode: string;
  readonly name: string;
  readonly stores: number;
  readonly isOfVans: boolean;
}

/** Return the warehouses of SAP with the stores behind them. */
const placesOf = async (reading: Reading): Promise<Place[]> =>
  reading.sql.query<Place>(
    `select k.code as "whsCode", min(w.warehouse_name) as name, count(*)::int as stores, bool_or(w.warehouse_type = 'person') as "isOfVans" from ${warehouseFacts} w cross join lateral (select ${sapCodeOf('w', '$2::text')} as code) k
    where w.tenant_id = $1 and w.is_deleted = 0 and w.warehouse_type <> 'transit' and k.code is not null group by k.code order by k.code limit 200`,
    [reading.tenantId, await personWhs(reading)],
  );

/** Return whether the stock of SAP can be adopted for a difference, or the reason against it. */
function adoptionOf(one: StockDifference, places: ReadonlyMap<string, Place>): ShownDifference['adopt'] {
  if (one.guess === 'unknownItem') return 'unknown';
  if (one.guess !== 'count') return 'explained';
  if (one.isSerial) return 'serial';
  return places.get(one.whsCode)?.stores === 1 ? 'yes' : 'group';
}

/** Return differences with the reason and the next step of each. */
async function explained(
  reading: Reading,
  rows: readonly StockDifference[],
  places: ReadonlyMap<string, Place>,
): Promise<ShownDifference[]> {
  const facts = await factsBehind(reading, rows);
  return rows.map((row, at) => {
    const { isSerial: _isSerial, isGroup: _isGroup, ...shown } = row;
    return { ...shown, ...whyOf(row, facts[at]), adopt: adoptionOf(row, places), equalDay: facts[at].equalDay };
  });
}

const sumOf = (rows: readonly StockDifference[]): string =>
  decimalOf(
    rows.reduce((sum, one) => sum + stepsOf(one.amount, MONEY), 0n),
    MONEY,
  );

function figuresOf({ differences, counts }: ComparedStock): ComparisonResult['figures'] {
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const different = differences.filter((one) => !isLevelled(one));
  return {
    compared: all,
    equal: all - differences.length,
    levelled: differences.length - different.length,
    different: different.length,
    amount: sumOf(different),
  };
}

/** Return the groups of the page: warehouses with a name, and codes that only SAP knows. */
function warehousesOf({ counts }: ComparedStock, places: ReadonlyMap<string, Place>): ComparisonResult['warehouses'] {
  const codes = [...counts.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  return codes.map((whsCode) => ({
    ...(places.get(whsCode) ?? { whsCode, name: '', stores: 0, isOfVans: false }),
    compared: counts.get(whsCode) ?? 0,
  }));
}

/** Compare our stock with balances of SAP, and explain at most so many differences of each kind. */
export async function compareNow(
  reading: Reading,
  balances: readonly SapBalance[],
  most = SHOWN,
): Promise<{ readonly found: ComparisonResult; readonly all: readonly StockDifference[] }> {
  const all = await comparedWith(reading, balances);
  const places = new Map((await placesOf(reading)).map((one) => [one.whsCode, one]));
  const different = all.differences.filter((one) => !isLevelled(one));
  const shown = different.slice(0, most);
  const level = all.differences.filter(isLevelled).slice(0, most);
  const rows = await explained(reading, [...shown, ...level], places);
  const found = {
    at: reading.now(),
    figures: figuresOf(all),
    warehouses: warehousesOf(all, places),
    rows: rows.slice(0, shown.length),
    levelled: rows.slice(shown.length),
    more: different.length - shown.length,
  };
  return { found, all: all.differences };
}

/** Return what was found without the names of warehouses, where they are hidden from the reader. */
const withShownNames = (reading: Reading, found: ComparisonResult): ComparisonResult =>
  seesOfWarehouse(reading, 'warehouseName')
    ? found
    : { ...found, warehouses: found.warehouses.map((one) => ({ ...one, name: '' })) };

/** Return what was found without its values, for readers without the right to costs. */
function withShownValues(reading: Reading, whole: ComparisonResult): ComparisonResult {
  const found = withShownNames(reading, whole);
  if (reading.may(buttonOf(stock, 'cost'))) return found;
  const bare = ({ amount: _amount, ...row }: ShownDifference): ShownDifference => row;
  const { amount: _sum, ...figures } = found.figures;
  return { ...found, figures, rows: found.rows.map(bare), levelled: found.levelled.map(bare) };
}

const NOTHING_FOUND: ComparisonResult = {
  at: '',
  figures: { compared: 0, equal: 0, levelled: 0, different: 0, amount: '0.00' },
  warehouses: [],
  rows: [],
  levelled: [],
  more: 0,
};

/** Return the moment of the next comparison by the clock. */
function nextNight(reading: Pick<Reading, 'now' | 'today'>): string {
  const tonight = `${reading.today()} ${NIGHT}:00`;
  return tonight > reading.now() ? tonight : `${addDays(reading.today(), 1)} ${NIGHT}:00`;
}

/** Compare both stocks now. While SAP does not answer, return the comparison of the last night. */
export async function comparisonOf(reading: Reading, most: number): Promise<SapComparison> {
  const adapter = await sapAdapter(reading);
  const sap = await sapOf(reading);
  const head: Omit<SapComparison, 'found'> = {
    ...{ adapter, isKnown: sap !== null, answers: false, tookMs: 0, failure: '', isStored: false },
    nextAt: nextNight(reading),
    adjustLimit: await reading.parameter('as.stock.adjustLimit'),
  };
  if (!sap) return { ...head, found: withShownValues(reading, NOTHING_FOUND) };
  assertSeesCodes(reading);
  const { answer, tookMs, failure } = await askSap(reading, () => sap.balances());
  if (answer) {
    const { found } = await compareNow(reading, answer, most);
    return { ...head, answers: true, tookMs, found: withShownValues(reading, found) };
  }
  const stored = await readNight(reading);
  return { ...head, failure, isStored: stored !== null, found: withShownValues(reading, stored ?? NOTHING_FOUND) };
}

/** Return the comparison as the page shows it. */
export const comparison = (_sent: object, reading: Reading): Promise<CallAnswer<typeof comparisonCall>> =>
  comparisonOf(reading, SHOWN);
