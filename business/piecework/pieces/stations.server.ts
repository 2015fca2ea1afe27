import { asText } from '#kernel/language/values.ts';
import Big from 'big.js';
import { completionsOf } from '#business/completion/at-door/stations.server.ts';
import {
  type CaseRow,
  type Station,
  both,
  stationMoney,
  stationPercent,
  short,
  stationAt,
  two,
  word,
} from '#business/intake/timeline/station.rules.ts';
import { bandStation } from '#business/intake/timeline/band/band-station.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { CaseRows } from '#business/intake/timeline/case-rows.server.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { wageLine } from '../wages/wage-line.paper.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { pieceLine } from './piece-line.paper.ts';
import { piece } from './piece.paper.ts';

const total = (rows: readonly CaseRow[], field = 'amount'): Big =>
  rows.reduce((sum, row) => sum.plus(stationMoney(row[field])), new Big(0));

/** Return the factors that differ from 1 as text, and the share if the work was shared: ` × 1.2 × 50%`. */
const factorsOf = (line: CaseRow): string =>
  [
    ...['difficultyCoef', 'qualityCoef', 'timeCoef', 'pieceRatio']
      .filter((name) => asText(line[name]) && !new Big(asText(line[name])).eq(1))
      .map((name) => ` × ${short(line[name])}`),
    ...(asText(line.shareRatio) && !new Big(asText(line.shareRatio)).eq(1)
      ? [` × ${stationPercent(line.shareRatio)}`]
      : []),
  ].join('');

function pieceNode(of: CaseRow, lines: readonly CaseRow[]): Station {
  const own = lines.filter((one) => one.pieceId === of.id);
  const gone = of.pieceStatus === 'cancelled';
  const words = own.map(
    (one) =>
      `${word(one, 'pieceworkProcessId')} ${asText(one.technicianName)} ${short(one.qty)} × ${short(one.unitPrice)}${factorsOf(one)} = ${two(stationMoney(one.amount))}`,
  );
  return stationAt('piece', of, {
    at: asText(of.checkTime) || asText(of.createTime),
    links: [{ no: asText(of.pieceNo), to: `/maintenance/aspieceworkcollect?pieceId=${of.id}` }],
    lead: asText(of.crewNames),
    lines: words.length ? words.flatMap(both) : both(word(of, 'cancelReason')),
    amount: gone ? null : two(stationMoney(of.pieceAmount).times(-1)),
    amountNote: gone ? null : [`${own.length} 行`, `${own.length} ${own.length === 1 ? 'line' : 'lines'}`],
  });
}

/**
 * Return the timeline entry for the wage lines of a piece. The piece's entry shows its own pay already, so this one
 * adds only further lines, such as mileage.
 */
function wageNode(of: CaseRow, lines: readonly CaseRow[], sheets: readonly CaseRow[]): Station[] {
  const own = lines.filter((one) => one.sourceNo === of.pieceNo);
  if (own.length === 0) return [];
  const people = [...Map.groupBy(own, (one) => asText(one.technicianId)).values()];
  const beyond = own.filter((one) => one.wageLineType !== 'piece');
  const words = people.map((mine) => {
    const items = [...Map.groupBy(mine, (one) => asText(one.wageLineType)).values()].map(
      (same) => `${word(same[0], 'wageLineType')} ${two(total(same))}`,
    );
    return `${word(mine[0], 'technicianId')} ${items.join(' + ')}${items.length > 1 ? ` = ${two(total(mine))}` : ''}`;
  });
  const where = sheets.filter((sheet) => own.some((one) => one.wageSheetId === sheet.id));
  return [
    stationAt(where.length ? 'wageSheet' : 'wageLine', where[0] ?? own[0], {
      key: of.id,
      at: asText(where[0]?.createTime) || asText(own[0].createTime),
      lead: asText(own[0].wagePeriod),
      lines: words.flatMap(both),
      links: where.length
        ? where.map((sheet) => ({ no: asText(sheet.wageNo), to: `/maintenance/wages/total?id=${sheet.id}` }))
        : [{ no: asText(of.pieceNo), to: `/maintenance/wages/detail?keyword=${asText(of.pieceNo)}` }],
      amount: beyond.length ? two(total(beyond).times(-1)) : '0.00',
      amountNote: beyond.length
        ? [`另付 ${beyond.length} 行`, `${beyond.length} on top`]
        : ['已计入计件', 'part of the piece'],
    }),
  ];
}

async function piecesOf(of: CaseRows): Promise<readonly CaseRow[]> {
  const done = (await completionsOf(of)).map((one) => one.id);
  return of.seen(piece, 'completionId', done);
}

/** Timeline entries about the pay of a job: its piece, and the wage lines of the piece. */
export const pieceworkStations: readonly CaseStations[] = [
  {
    kind: 'piece',
    sort: 80,
    band: bandStation(piece, {
      label: ['计件', 'Piecework'],
      rows: piecesOf,
      orderOf: async (row, reading) =>
        row.completionId
          ? ((await reading.find(completion, { id: String(row.completionId) }, { first: 1 }))[0]?.registrationFormId ??
            null)
          : null,
      since: ['checkTime', 'createTime'],
      steps: { toAffirm: 'affirm', pending: 'check', returned: 'submit' },
      rests: ['approved', 'cancelled'],
      to: (row) => `/maintenance/aspieceworkcollect?pieceId=${row.id}`,
      below: [{ paper: pieceLine, parent: 'pieceId' }],
    }),
    async read(of) {
      const pieces = await piecesOf(of);
      const lines = await of.seen(
        pieceLine,
        'pieceId',
        pieces.map((one) => one.id),
      );
      return pieces.map((one) => pieceNode(one, lines));
    },
  },
  {
    kind: 'wage',
    sort: 90,
    async read(of) {
      const pieces = await piecesOf(of);
      const numbers = pieces.map((one) => one.pieceNo);
      const lines = (await of.seen(wageLine, 'sourceNo', numbers)).filter((one) => one.lineStatus !== 'voided');
      const sheets = await of.seen(
        wageSheet,
        'id',
        lines.map((one) => one.wageSheetId),
      );
      return pieces.flatMap((one) => wageNode(one, lines, sheets));
    },
  },
];
