import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { pieceLine } from '../pieces/piece-line.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import type { PieceBalance } from './difference.rules.ts';
import { wageDispute } from './dispute/wage-dispute.paper.ts';
import { wageLine } from './wage-line.paper.ts';
import { wagePeriod } from './wage-period.paper.ts';
import { wageSheet } from './wage-sheet.paper.ts';

const MOST = 1000;

/** For whom and what a line of a sheet was earned, in words. */
interface EarnedBy {
  readonly customer: string;
  readonly work: string;
}

/** What the detail of a sheet tells beside its own fields. */
export interface SheetDetail {
  readonly lines: readonly AnsweredRow<typeof wageLine>[];
  readonly disputes: readonly AnsweredRow<typeof wageDispute>[];
  /** By the id of the line; only of what its reader sees. */ readonly earnedBy: Readonly<Record<string, EarnedBy>>;
  /** The sheet of the month before. */ readonly before: AnsweredRow<typeof wageSheet> | null;
  readonly pieces: PieceBalance | null;
}

/** Several ids, or a name that no row has. */
const anyOf = (ids: Iterable<string>): string => [...new Set(ids)].join(',') || '0';

async function earnedByOf(
  reading: Reading,
  lines: readonly AnsweredRow<typeof wageLine>[],
): Promise<Record<string, EarnedBy>> {
  const sources = (type: string): string =>
    anyOf(lines.flatMap((one) => (one.wageLineType === type ? (one.sourceId ?? []) : [])));
  const own = await reading.readVisible(pieceLine, { id: sources('piece') }, MOST);
  const pieces = await reading.readVisible(piece, { id: anyOf(own.flatMap((one) => one.pieceId ?? [])) }, MOST);
  const trips = await reading.readVisible(completion, { id: sources('mileage') }, MOST);
  const customers = new Map([...pieces, ...trips].map((one) => [one.id, one.customerName ?? '']));
  const byLine = new Map(own.map((one) => [one.id, one]));
  return Object.fromEntries(
    lines.flatMap((line): [string, EarnedBy][] => {
      const from = byLine.get(line.sourceId ?? '');
      const customer = customers.get(from?.pieceId ?? line.sourceId ?? '') ?? '';
      const work = from?._names?.pieceworkProcessId ?? '';
      return customer || work ? [[line.id, { customer, work }]] : [];
    }),
  );
}

interface Summed {
  readonly finished: number;
  readonly finishedAmount: string;
  readonly waiting: number;
  readonly waitingAmount: string;
  readonly earlier: number;
  readonly earlierAmount: string;
}

/** The technician's pieces of the period beside those that the sheet pays. */
async function balanceOf(reading: Reading, sheet: Row<typeof wageSheet>): Promise<PieceBalance | null> {
  const [period] = await reading.find(wagePeriod, { wagePeriod: sheet.wagePeriod }, 1);
  if (!period || !sheet.technicianId) return null;
  const { sql, values } = await reading.visibleSql(pieceLine, { technicianId: sheet.technicianId });
  const at = values.length;
  const within = `p.finish_date between $${at + 2}::date and $${at + 3}::date`;
  const part = (name: string, when: string): string =>
    `count(distinct p.id) filter (where ${when})::int as "${name}", coalesce(sum(t.amount) filter (where ${when}), 0)::text as "${name}Amount"`;
  const [row] = await reading.sql.query<Summed>(
    `select ${part('finished', within)}, ${part('waiting', `${within} and l.id is null`)}, ${part('earlier', `not ${within} and l.id is not null`)}
    from aspieceworkcollect t join aspiecework p on p.id = t.piece_id and p.tenant_id = t.tenant_id and p.is_deleted = 0 and p.piece_status <> 'cancelled'
      left join aswageline l on l.tenant_id = t.tenant_id and l.wage_sheet_id = $${at + 1} and l.wage_line_type = 'piece' and l.source_id = t.id and l.is_deleted = 0 and l.line_status <> 'voided'
    where ${sql} and (${within} or l.id is not null)`,
    [...values, sheet.id, period.startDate, period.endDate],
  );
  return {
    finished: { count: row.finished, amount: row.finishedAmount },
    waiting: { count: row.waiting, amount: row.waitingAmount },
    earlier: { count: row.earlier, amount: row.earlierAmount },
  };
}

const monthBefore = (label: string): string => {
  const [year, month] = label.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
};

/** The lines of a sheet with for whom and what each was earned, its disputes, and what explains its total. */
export async function sheetDetail(reading: Reading, sheet: Row<typeof wageSheet>): Promise<SheetDetail> {
  const lines = await reading.readVisible(wageLine, { wageSheetId: sheet.id }, MOST);
  const [before] =
    sheet.technicianId && sheet.wagePeriod
      ? await reading.readVisible(
          wageSheet,
          { technicianId: sheet.technicianId, wagePeriod: monthBefore(sheet.wagePeriod) },
          1,
        )
      : [];
  return {
    lines,
    disputes: await reading.readVisible(wageDispute, { wageSheetId: sheet.id }, 100),
    earnedBy: await earnedByOf(reading, lines),
    before: before ?? null,
    pieces: reading.may('aspieceworkcollect_view') ? await balanceOf(reading, sheet) : null,
  };
}
