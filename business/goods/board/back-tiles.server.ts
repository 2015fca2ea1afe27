import { addDays, daysBetween } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import type { StockCondition } from '../returns/return-places.rules.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';
import { tool } from '../tools/tool.paper.ts';
import type { TileRow } from './store-board.calls.ts';
import { type OwnCounter, NOTHING, type StoreTile, listAt, waited } from './store-tiles.server.ts';
import { type Listed, lastTime, linesWords, listed, nextAct, tileText } from './tile-rows.server.ts';

interface ReturnedLines {
  readonly id: string;
  readonly lines: number;
  readonly item: string | null;
  readonly declared: readonly StockCondition[];
}

/** Return the lines of returns in short: their number, the first item, and the declared conditions. */
async function linesOf(reading: Reading, returnIds: readonly string[]): Promise<ReadonlyMap<string, ReturnedLines>> {
  const rows = returnIds.length
    ? await reading.sql.query<ReturnedLines>(
        `select return_id::text as id, count(*)::int as lines, (array_agg(item_name order by id))[1] as item, array_agg(distinct material_status) as declared
        from asreturnedmaterialsdetails where tenant_id = $1 and return_id = any($2::bigint[]) and is_deleted = 0 group by return_id`,
        [reading.tenantId, returnIds],
      )
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Return the stores whose returns the caller takes: the own ones, and stores of old parts that nobody keeps. */
async function takingStores(reading: Reading, { stores }: OwnCounter): Promise<readonly string[]> {
  if (!stores.length) return [];
  const old = await reading.find(warehouse, { warehouseType: 'old', status: 1 }, { limit: 100 });
  return [...stores, ...old.filter((one) => !one.keeperId).map((one) => one.id)];
}

/** Conditions from the worst to the best. */
const WORST: readonly StockCondition[] = ['scrap', 'defective', 'inspecting', 'used', 'good'];

/** Return the mark of a return: that it was inspected, else the worst declared condition. */
function markOf(row: Listed, of: ReturnedLines | undefined): TileRow['mark'] {
  if (row.documentStatus === 'approved') return { tone: 'blue', words: ['已检，待入库', 'Inspected, to take over'] };
  const worst = WORST.find((one) => of?.declared.includes(one));
  if (!worst) return null;
  const [zh, en] = materialStatus.items[worst];
  return { tone: ['scrap', 'defective'].includes(worst) ? 'amber' : 'grey', words: [`申报 ${zh}`, `declared ${en}`] };
}

function wordsOf(row: Listed, of: ReturnedLines | undefined): TileRow['words'] {
  const [n, type] = [of?.lines ?? 0, tileText(row, 'returnType')];
  const item = n === 1 ? (of?.item ?? '') : '';
  return [`${item || `${n} 行`} · ${type}`, `${item || linesWords(n)} · ${type}`];
}

/** Days after which a return that waits is a worry. */
const WAITING_DAYS = 2;

const returns: StoreTile = {
  name: 'returns',
  sort: 60,
  buttons: [buttonOf(materialReturn, 'sendOutExamine'), buttonOf(materialReturn, 'sendOutTransmit')],
  async read(reading, counter) {
    const stores = await takingStores(reading, counter);
    const filters = { documentStatus: 'submitted,approved', ...(stores.length && { toWarehouseId: stores.join(',') }) };
    const { rows, total } = await listed(reading, materialReturn, filters, 'createTime');
    const inspected = { query: { ...filters, documentStatus: 'approved' } };
    const ready = total ? await reading.visible(materialReturn, inspected).count() : 0;
    const lines = await linesOf(
      reading,
      rows.map((row) => row.id),
    );
    return {
      name: 'returns',
      label: ['退料待验待收', 'Returns waiting'],
      paper: materialReturn.name,
      count: total,
      fact: rows.length ? waited(reading, tileText(rows[0], 'createTime')) : NOTHING,
      worry: rows.some((row) => tileText(row, 'createTime').slice(0, 10) < addDays(reading.today(), -WAITING_DAYS)),
      all: listAt(menuOf(materialReturn).path, filters),
      foot: ready ? [`${ready} 张已检待入库`, `${ready} inspected, to take over`] : NOTHING,
      since: total ? '' : await lastTime(reading, materialReturn, 'transmitTime'),
      rows: rows.map((row) => ({
        id: row.id,
        when: tileText(row, 'createTime'),
        late: false,
        who: tileText(row, 'technicianId'),
        words: wordsOf(row, lines.get(row.id)),
        mark: markOf(row, lines.get(row.id)),
        act: nextAct(materialReturn, row, ['sendOutExamine', 'sendOutTransmit']),
      })),
    };
  },
};

/** Return the names of the tools that are out of applications. */
async function toolsOut(reading: Reading, applyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = applyIds.length
    ? await reading.sql.query<{ id: string; names: string }>(
        `select tool_apply_id::text as id, string_agg(distinct tool_name, ' ' order by tool_name) as names from astooldetails
        where tenant_id = $1 and tool_apply_id = any($2::bigint[]) and tool_line_status = 'out' and is_deleted = 0 group by tool_apply_id`,
        [reading.tenantId, applyIds],
      )
    : [];
  return new Map(rows.map((row) => [row.id, row.names]));
}

const overdue: StoreTile = {
  name: 'toolsOverdue',
  sort: 74,
  buttons: [buttonOf(toolApply, 'return')],
  async read(reading) {
    const filters = { overdue: 'true' };
    const { rows, total } = await listed(reading, toolApply, filters, 'planReturnDate');
    const names = await toolsOut(
      reading,
      rows.map((row) => row.id),
    );
    const over = (row: Listed): number => daysBetween(tileText(row, 'planReturnDate'), reading.today());
    return {
      name: 'toolsOverdue',
      label: ['工具超期', 'Tools overdue'],
      paper: toolApply.name,
      count: total,
      fact: rows.length ? [`最久超 ${over(rows[0])} 天`, `up to ${over(rows[0])} days`] : NOTHING,
      worry: total > 0,
      all: listAt(menuOf(toolApply).path, filters),
      foot: NOTHING,
      since: '',
      rows: rows.map((row) => {
        const out = names.get(row.id) ?? tileText(row, 'toolApplyNo');
        return {
          id: row.id,
          when: tileText(row, 'planReturnDate'),
          late: true,
          who: tileText(row, 'technicianId'),
          words: [out, out],
          mark: { tone: 'red', words: [`超 ${over(row)} 天`, `${over(row)} days over`] },
          act: nextAct(toolApply, row, ['return']),
        };
      }),
    };
  },
};

const calibration: StoreTile = {
  name: 'calibration',
  sort: 76,
  buttons: [buttonOf(tool, 'calibrated')],
  async read(reading) {
    const filters = { calibrationDue: 'true' };
    const { rows, total } = await listed(reading, tool, filters, 'calibrateDue');
    const isOver = (row: Listed): boolean => tileText(row, 'calibrateDue') < reading.today();
    const late = rows.filter(isOver).length;
    return {
      name: 'calibration',
      label: ['待校准', 'Calibration due'],
      paper: tool.name,
      count: total,
      fact: late ? [`${late} 件已过期`, `${late} past their day`] : NOTHING,
      worry: late > 0,
      all: listAt(menuOf(tool).path, filters),
      foot: NOTHING,
      since: '',
      rows: rows.map((row) => {
        const words = `${tileText(row, 'toolName')} ${tileText(row, 'toolCode')}`;
        return {
          id: row.id,
          when: tileText(row, 'calibrateDue'),
          late: isOver(row),
          who: tileText(row, 'holderId') || tileText(row, 'warehouseId'),
          words: [words, words],
          mark: isOver(row) ? { tone: 'red', words: ['已过期', 'Past its day'] } : null,
          act: nextAct(tool, row, ['calibrated']),
        };
      }),
    };
  },
};

/** Tiles of returns and tools. */
export const backTiles: readonly StoreTile[] = [returns, overdue, calibration];
