import {
  type AnsweredRow,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  map,
  nullable,
  of,
  record,
} from '#kernel/language/calls/shape.ts';
import { moneyText } from '#kernel/language/values.ts';
import Big from 'big.js';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Reading, raw, sql, type Fragment, shared } from '#kernel/server';
import { pieceLine } from '../../pieces/piece-line.paper.ts';
import { type EarnedBy, earnedByOf } from './earned-by.server.ts';
import { type PieceBalance, balanceWords, wageDifference, wageDifferenceWords } from './difference.rules.ts';
import { wageDispute } from '../dispute/wage-dispute.paper.ts';
import { wageLine } from '../wage-line.paper.ts';
import { wagePeriod } from '../wage-period.paper.ts';
import { wageSheet } from '../wage-sheet.paper.ts';

const MOST = 1000;

/** The additional data in the detail of a sheet. */
export interface SheetDetail {
  readonly lines: readonly AnsweredRow<typeof wageLine>[];
  readonly disputes: readonly AnsweredRow<typeof wageDispute>[];
  /** Customer and work by the id of the line; rows that the reader may not see are left out. */
  readonly earnedBy: Readonly<Record<string, EarnedBy>>;
  readonly pieces: PieceBalance | null;
  /** Sentences that explain the total and its difference from other sums, in both languages. */
  readonly why: readonly Label[];
}

/** Number and sum of some pieces. */
const summed = record({ count: anyNumber, amount: anyText });

/** Shapes of the additional data. */
export const sheetDetailParts = {
  lines: list(of(wageLine)),
  disputes: list(of(wageDispute)),
  earnedBy: map(record({ customer: anyText, work: anyText })),
  pieces: nullable(record({ finished: summed, waiting: summed, earlier: summed })),
  why: list(bothLanguages),
};

interface Summed {
  readonly finished: number;
  readonly finishedAmount: string;
  readonly waiting: number;
  readonly waitingAmount: string;
  readonly earlier: number;
  readonly earlierAmount: string;
}

/**
 * Return how the pieces finished in the sheet's period differ from those that the sheet pays. Null if the sheet lacks
 * its technician or period.
 */
async function balanceOf(reading: Reading, sheet: Row<typeof wageSheet>): Promise<PieceBalance | null> {
  if (!sheet.technicianId || !sheet.wagePeriod) return null;
  const [period] = await reading.find(wagePeriod, { wagePeriod: sheet.wagePeriod }, { first: 1 });
  if (!period) return null;
  const visible = await reading.visible(pieceLine, { query: { technicianId: sheet.technicianId } }).sql();
  const within = sql`p.finish_date between ${shared(period.startDate)}::date and ${shared(period.endDate)}::date`;
  const part = (name: string, when: Fragment): Fragment =>
    sql`count(distinct p.id) filter (where ${when})::int as "${raw(name)}", coalesce(sum(t.amount) filter (where ${when}), 0)::text as "${raw(name)}Amount"`;
  const [row] = await reading.sql.query<Summed>(
    sql`select ${part('finished', within)}, ${part('waiting', sql`${within} and l.id is null`)}, ${part('earlier', sql`not ${within} and l.id is not null`)}
    from aspieceworkcollect t join aspiecework p on p.id = t.piece_id and p.tenant_id = t.tenant_id and p.is_deleted = 0 and p.piece_status <> 'cancelled'
      left join aswageline l on l.tenant_id = t.tenant_id and l.wage_sheet_id = ${sheet.id} and l.wage_line_type = 'piece' and l.source_id = t.id and l.is_deleted = 0 and l.line_status <> 'voided'
    where ${visible} and (${within} or l.id is not null)`,
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

/** Return a month such as `2026-10` in words: 10 月, October. */
function monthWords(period: string): Label {
  const [year, month] = period.split('-').map(Number);
  const name = new Date(Date.UTC(year, month - 1, 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  return [`${month} 月`, name];
}

const sumOf = (lines: readonly { readonly amount?: string | null }[]): Big =>
  lines.reduce((all, line) => all.plus(line.amount || 0), new Big(0));

/** Return sentences that explain the sums of a sheet. `before` is the sheet of the previous month. */
function whyOf(
  sheet: Row<typeof wageSheet>,
  lines: readonly AnsweredRow<typeof wageLine>[],
  before: AnsweredRow<typeof wageSheet> | undefined,
  pieces: PieceBalance | null,
): Label[] {
  const uncounted = sumOf(lines).minus(sheet.totalAmount || 0);
  const paid = sumOf(lines.filter((line) => line.wageLineType === 'piece')).toFixed(2);
  const balance = pieces && balanceWords(pieces, paid, moneyText);
  return [
    ...(before
      ? [wageDifferenceWords(wageDifference(sheet, before), monthWords(before.wagePeriod ?? ''), moneyText)]
      : []),
    ...(balance ? [balance] : []),
    ...(lines.length === 0 || uncounted.eq(0)
      ? []
      : [
          [
            `明细合计与应发差 ${moneyText(uncounted.toFixed(2))}：有明细在计算之后变动，重新计算后一致`,
            `The lines differ from the total by ${moneyText(uncounted.toFixed(2))}: some changed after it was counted; counted again they agree`,
          ] as Label,
        ]),
  ];
}

/** Return the lines of a sheet with customer and work of each, its disputes, and an explanation of its total. */
export async function sheetDetail(reading: Reading, sheet: Row<typeof wageSheet>): Promise<SheetDetail> {
  const lines = await reading.visible(wageLine, { query: { wageSheetId: sheet.id } }).words({ limit: MOST });
  const [before] =
    sheet.technicianId && sheet.wagePeriod
      ? await reading
          .visible(wageSheet, {
            query: { technicianId: sheet.technicianId, wagePeriod: monthBefore(sheet.wagePeriod) },
          })
          .words({ first: 1 })
      : [];
  const pieces = reading.may('aspieceworkcollect_view') ? await balanceOf(reading, sheet) : null;
  return {
    lines,
    disputes: await reading.visible(wageDispute, { query: { wageSheetId: sheet.id } }).words({ limit: 100 }),
    earnedBy: await earnedByOf(reading, lines),
    pieces,
    why: whyOf(sheet, lines, before, pieces),
  };
}
