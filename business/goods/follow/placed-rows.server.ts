import { type Label, labelIn } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { benchOf } from '#business/masterdata/piles/bench-roles.rules.ts';
import { type RowFacts, heldActions, linkVerb, verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type ListedRow, shownIn } from '#business/masterdata/piles/piles.server.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { type Need, needsOf } from '../board/lacking.server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { sapFlow } from '../sap/sap-flow.paper.ts';

const inLanguage = (reading: Reading, label: Label): string => labelIn(label, reading.language);
const KEYS = ['A', 'X'];

/** Return in words whether the store has what a request needs, and what is missing where. */
function needWords(need: Need | undefined): { readonly fact: Label; readonly line: Label } {
  const lines = need?.lines ?? 0;
  if (!need || need.lacking === 0)
    return {
      fact: [`${lines} 行，货齐`, `${lines} lines, in stock`],
      line: ['仓库都有货', 'The warehouse has all of it'],
    };
  const item = `${need.item ?? ''} ×${quantityText(need.qty ?? '0')}`;
  const where: Label = need.elsewhere
    ? [`${need.elsewhere}有`, `at ${need.elsewhere}`]
    : ['别处也没有', 'nowhere else'];
  return {
    fact: [`${lines} 行，缺 ${need.lacking} 行`, `${lines} lines, ${need.lacking} missing`],
    line: [`缺 ${item}，${where[0]}`, `${item} missing, ${where[1]}`],
  };
}

/** Return a request as a row: its lines, what the store lacks, and the day on which it is needed. */
function needRow(one: ListedRow, need: Need | undefined, actions: readonly string[], reading: Reading): RowFacts {
  const [no, day] = [shownIn(one, 'applyNo'), shownIn(one, 'needDate')];
  const { fact, line } = needWords(need);
  const isAtCounter = benchOf(reading.person.roles.map(({ alias }) => alias)) === 'store';
  const verbs = actions.map((name, at) => [name, { key: KEYS[at] }] as const);
  return {
    id: one.id,
    tone: need?.lacking ? 'red' : 'open',
    ...(isAtCounter && { section: day.slice(0, 10) <= reading.today() ? 'today' : 'tomorrow' }),
    fact: inLanguage(reading, fact),
    evidence: [inLanguage(reading, line), inLanguage(reading, [`${no}，${day} 要用`, `${no}, needed ${day}`])],
    verbs: [
      ...verbsOn(materialApply, one, verbs),
      linkVerb(['看单', 'Open'], `${menuOf(materialApply).path}?id=${one.id}`, 'D'),
    ],
  };
}

/** Return the facts of requests; what their stores lack is read in one statement. */
export const needFacts =
  (actions: readonly string[]) =>
  async (rows: readonly ListedRow[], reading: Reading): Promise<RowFacts[]> => {
    const needs = await needsOf(
      reading,
      rows.map(({ id }) => id),
    );
    return rows.map((one) => needRow(one, needs.get(one.id), actions, reading));
  };

/** Return the facts of shipments that are ready: they are handed over on the page of the scanner. */
export const handOverFacts = (rows: readonly ListedRow[], reading: Reading): RowFacts[] =>
  rows.map((one) => ({
    id: one.id,
    tone: 'red',
    fact: inLanguage(reading, [`${String(one.shipmentNo ?? '')} 已备好`, `${String(one.shipmentNo ?? '')} is ready`]),
    evidence: [inLanguage(reading, ['扫码或逐行点数，签字后移交', 'Scan or count each line, then hand over'])],
    verbs: [
      linkVerb(['扫码移交', 'Scan and hand over'], `/maintenance/asmaterialshipments/scan?id=${one.id}`, 'S'),
      linkVerb(['看单', 'Open'], `/maintenance/asmaterialshipments?id=${one.id}`, 'D'),
    ],
  }));

/** Return the facts of postings that SAP refused. */
export const retryFacts = (rows: readonly ListedRow[], reading: Reading): RowFacts[] =>
  rows.map((one) => ({
    id: one.id,
    tone: 'amber',
    evidence: [String(one._names?.failReason ?? one.failReason ?? '')].filter(Boolean),
    verbs: [
      ...(one._can?.includes('retry') ? heldActions(reading, sapFlow, [['retry', { key: 'A' }]]) : []),
      linkVerb(['看流水', 'Open'], `${menuOf(sapFlow).path}?id=${one.id}`, 'D'),
    ],
  }));
