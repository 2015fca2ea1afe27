import { asText } from '#kernel/language/values.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type Reading, extension, implement } from '#kernel/server';
import { payer } from '../dictionaries.ts';
import { registration } from '../registration/registration.paper.ts';
import { requestedRow } from '../timeline/band/band.server.ts';
import { type CaseRow } from '../timeline/station.rules.ts';
import { CaseRows } from '../timeline/case-rows.server.ts';
import { timelineStations } from '../timeline/timeline.server.ts';
import { feeLabels } from './cover-fees.rules.ts';
import type { CoverFees } from './cover.rules.ts';
import { type PayerLine, readPayers } from './payers.calls.ts';

/**
 * Reader of the fees of a case (an order with all its papers), contributed by a room above. It returns null while there
 * are no amounts.
 */
export interface CasePayers {
  readonly name: string;
  readonly read: (of: CaseRows, language: 'zh' | 'en') => Promise<readonly PayerLine[] | null>;
}

export const casePayers = contribution<CasePayers>('case.payers');

/** Return the label of a payer. */
export const payerWord = (key: unknown, language: 'zh' | 'en'): string =>
  payer.items[asText(key) as KeyOf<typeof payer>]?.[language === 'en' ? 1 : 0] ?? '';

/** Return the payer of each kind of fee under the cover. Amounts are null. */
function byCover(row: CaseRow, language: 'zh' | 'en'): PayerLine[] {
  const fees = (row.coverFees ?? {}) as Partial<CoverFees>;
  return (Object.keys(feeLabels) as (keyof CoverFees)[])
    .filter((name) => fees[name])
    .map((name) => ({
      fee: feeLabels[name],
      payer: payerWord(fees[name], language),
      amount: null,
      why: fees[name] === 'customer' ? '' : asText(row.weibaoReason),
    }));
}

async function casePayersOf(reading: Reading, name: string, id: string): Promise<readonly PayerLine[]> {
  const stations = reading.contributions(timelineStations).flatMap(({ band }) => band ?? []);
  const { of, row } = await requestedRow(reading, stations, name, id);
  const papers = new CaseRows(reading, (await of.orderOf(row, reading)) ?? '');
  for (const { read } of reading.contributions(casePayers)) {
    const lines = await read(papers, reading.language);
    if (lines) return lines;
  }
  const [order] = await papers.seen(registration, 'id', [papers.orderId]);
  return byCover(order ?? row, reading.language);
}

/** The registration's call that returns the payers of an order, by the id of the order or of any paper of it. */
export const payersCall = extension<typeof registration>(registration, {
  calls: [implement(readPayers, { read: ({ paper, id }, reading) => casePayersOf(reading, paper, id) })],
});
