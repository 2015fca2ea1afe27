import type { KeyOf } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type Reading, extension, implement } from '#kernel/server';
import { payer } from '../dictionaries.ts';
import { registration } from '../registration/registration.paper.ts';
import { askedRow } from '../timeline/band/band.server.ts';
import { type CaseRow, stationText } from '../timeline/station.rules.ts';
import { CaseRows } from '../timeline/case-rows.server.ts';
import { timelineStations } from '../timeline/timeline.server.ts';
import { feeLabels } from './cover-fees.rules.ts';
import type { CoverFees } from './cover.rules.ts';
import { type PayerLine, readPayers } from './payers.calls.ts';

/** What a room above knows of the fees of a case: lines with their amounts; null where it knows nothing yet. */
export interface CasePayers {
  readonly name: string;
  readonly read: (of: CaseRows, language: 'zh' | 'en') => Promise<readonly PayerLine[] | null>;
}

export const casePayers = contribution<CasePayers>('case.payers');

/** A payer in words. */
export const payerWord = (key: unknown, language: 'zh' | 'en'): string =>
  payer.items[stationText(key) as KeyOf<typeof payer>]?.[language === 'en' ? 1 : 0] ?? '';

/** As the cover says it, before anything was done: who pays each kind of fee, without amounts. */
function byCover(row: CaseRow, language: 'zh' | 'en'): PayerLine[] {
  const fees = (row.coverFees ?? {}) as Partial<CoverFees>;
  return (Object.keys(feeLabels) as (keyof CoverFees)[])
    .filter((name) => fees[name])
    .map((name) => ({
      fee: feeLabels[name],
      payer: payerWord(fees[name], language),
      amount: null,
      why: fees[name] === 'customer' ? '' : stationText(row.weibaoReason),
    }));
}

async function casePayersOf(reading: Reading, name: string, id: string): Promise<readonly PayerLine[]> {
  const stations = reading.contributions(timelineStations).flatMap(({ band }) => band ?? []);
  const { of, row } = await askedRow(reading, stations, name, id);
  const papers = new CaseRows(reading, (await of.orderOf(row, reading)) ?? '');
  for (const { read } of reading.contributions(casePayers)) {
    const lines = await read(papers, reading.language);
    if (lines) return lines;
  }
  const [order] = await papers.seen(registration, 'id', [papers.orderId]);
  return byCover(order ?? row, reading.language);
}

/** Who pays is asked of the registration, for every paper of its case. */
export const payersCall = extension<typeof registration>(registration, {
  calls: [implement(readPayers, { read: ({ paper, id }, reading) => casePayersOf(reading, paper, id) })],
});
