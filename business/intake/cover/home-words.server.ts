import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import { feeLabels } from './cover-fees.rules.ts';
import type { CoverDecision, CoverFees } from './cover.rules.ts';
import type { CoverQuestion } from './cover-offer.server.ts';

/** Return what a home still has, such as visits of a contract; null for nothing. */
type HomeWords = (reading: Reading, facts: CoverQuestion) => Promise<Label | null>;

/** Rooms that say at the desk what a home still has. */
export const homeWords = contribution<{ readonly name: string; readonly words: HomeWords }>('cover.homeWords');

/** Return in words which kinds of fees the customer pays. */
function costWords(fees: CoverFees): Label {
  const own = (Object.keys(feeLabels) as (keyof CoverFees)[]).filter((kind) => fees[kind] === 'customer');
  if (own.length === 0) return ['这次上门客户不付费', 'The customer pays nothing for this call'];
  const names = (at: 0 | 1): string => own.map((kind) => feeLabels[kind][at]).join(at === 0 ? '、' : ', ');
  return [`这次客户付${names(0)}`, `The customer pays for this call: ${names(1).toLowerCase()}`];
}

/** Return one sentence for the caller: what the home still has, and what the call costs. */
export async function sentenceForCaller(
  reading: Reading,
  facts: CoverQuestion,
  { coverFees }: CoverDecision,
): Promise<Label> {
  const has: Label[] = [];
  for (const { words } of facts.customerId ? reading.contributions(homeWords) : []) {
    const found = await words(reading, facts);
    if (found) has.push(found);
  }
  const all = [...has, costWords(coverFees)];
  return [all.map(([zh]) => zh).join('；'), all.map(([, en]) => en).join('. ')];
}
