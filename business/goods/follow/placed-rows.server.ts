import { type Label, labelIn } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { benchOf } from '#business/masterdata/piles/bench-roles.rules.ts';
import { type RowFacts, heldActions, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import type { ListedRow } from '#business/masterdata/piles/piles.server.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { needsOf } from '../board/lacking.server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { sapFlow } from '../sap/sap-flow.paper.ts';

const said = (reading: Reading, label: Label): string => labelIn(label, reading.language);
const KEYS = ['A', 'X'];

/** Return the facts of requests: their lines, what the store lacks, and the day on which they are needed. */
export const needFacts =
  (actions: readonly string[]) =>
  async (rows: readonly ListedRow[], reading: Reading): Promise<RowFacts[]> => {
    const needs = await needsOf(
      reading,
      rows.map(({ id }) => id),
    );
    const isAtCounter = benchOf(reading.person.roles.map(({ alias }) => alias)) === 'store';
    return rows.map((one) => {
      const need = needs.get(one.id);
      const lines = need?.lines ?? 0;
      const lack = need?.lacking ?? 0;
      const missing: Label = [
        `缺 ${need?.item ?? ''} ×${quantityText(need?.qty ?? '0')}，${need?.elsewhere ? `${need.elsewhere}有` : '别处也没有'}`,
        `${need?.item ?? ''} ×${quantityText(need?.qty ?? '0')} missing, ${need?.elsewhere ? `at ${need.elsewhere}` : 'nowhere else'}`,
      ];
      return {
        id: one.id,
        tone: lack > 0 ? 'red' : 'open',
        ...(isAtCounter && {
          section: String(one.needDate ?? '').slice(0, 10) <= reading.today() ? 'today' : 'tomorrow',
        }),
        fact: said(
          reading,
          lack > 0
            ? [`${lines} 行，缺 ${lack} 行`, `${lines} lines, ${lack} missing`]
            : [`${lines} 行，货齐`, `${lines} lines, in stock`],
        ),
        evidence: [
          said(reading, lack > 0 ? missing : ['仓库都有货', 'The store has all of it']),
          said(reading, [
            `${String(one.applyNo ?? '')}，${String(one.needDate ?? '')} 要用`,
            `${String(one.applyNo ?? '')}, needed ${String(one.needDate ?? '')}`,
          ]),
        ],
        verbs: [
          ...heldActions(
            reading,
            materialApply,
            actions.filter((name) => one._can?.includes(name)).map((name, at) => [name, { key: KEYS[at] }] as const),
          ),
          linkVerb(['看单', 'Open'], `${menuOf(materialApply).path}?id=${one.id}`, 'D'),
        ],
      };
    });
  };

/** Return the facts of shipments that are ready: they are handed over on the page of the scanner. */
export const handOverFacts = (rows: readonly ListedRow[], reading: Reading): RowFacts[] =>
  rows.map((one) => ({
    id: one.id,
    tone: 'red',
    fact: said(reading, [`${String(one.shipmentNo ?? '')} 已备好`, `${String(one.shipmentNo ?? '')} is ready`]),
    evidence: [said(reading, ['扫码或逐行点数，签字后移交', 'Scan or count each line, then hand over'])],
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
