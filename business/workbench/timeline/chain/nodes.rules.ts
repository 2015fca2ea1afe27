import Big from 'big.js';
import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { ReviewFigure } from '#business/completion/review/review-case.rules.ts';
import type { ChainNode, Linked } from './chain.rules.ts';
import { counted } from '#kernel/language/plural.ts';

/** The papers of a case, as far as they are read. */
export interface CasePapers {
  readonly order: ReviewFigure;
  readonly repair: ReviewFigure | undefined;
  readonly forms: readonly ReviewFigure[];
  readonly crew: readonly ReviewFigure[];
  readonly visits: readonly ReviewFigure[];
  readonly completions: readonly ReviewFigure[];
  readonly photos: readonly ReviewFigure[];
  readonly supplies: readonly ReviewFigure[];
  readonly moves: readonly ReviewFigure[];
  readonly collects: readonly ReviewFigure[];
  readonly pieces: readonly ReviewFigure[];
  readonly pieceLines: readonly ReviewFigure[];
  readonly wageLines: readonly ReviewFigure[];
  readonly sheets: readonly ReviewFigure[];
}

type Bare = Omit<ChainNode, 'balance'>;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const word = (row: ReviewFigure, field: string): string => row._names?.[field] ?? text(row[field]);
const money = (value: unknown): Big => new Big(text(value) || '0');
const two = (amount: Big): string => amount.toFixed(2);
/** Without the zeros that say nothing: 1.000 → 1. */
const short = (value: unknown): string => (text(value) ? new Big(text(value)).toString() : '');
const minuteOf = (moment: unknown): string => text(moment).slice(5, 16);
const both = (words: string): Label[] => (words ? [[words, words]] : []);
const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
const total = (rows: readonly ReviewFigure[], field = 'amount'): Big =>
  rows.reduce((sum, row) => sum.plus(money(row[field])), new Big(0));

const node = (
  kind: Bare['kind'],
  paper: string,
  row: ReviewFigure,
  more: Partial<Bare> & { readonly at: string; readonly links: readonly Linked[] },
): Bare => ({
  kind,
  key: `${kind} ${row.id}`,
  paper,
  row,
  until: '',
  lead: '',
  lines: [],
  photos: [],
  amount: null,
  amountNote: null,
  ...more,
});

function repairNode(of: ReviewFigure): Bare {
  const accepted: Label[] = of.acceptTime
    ? [
        [
          `${minuteOf(of.acceptTime)} 由 ${word(of, 'acceptUser')} 受理`,
          `Accepted by ${word(of, 'acceptUser')}, ${minuteWords(text(of.acceptTime))[1]}`,
        ],
      ]
    : [];
  return node('repair', 'repairForm', of, {
    at: text(of.createTime),
    until: text(of.acceptTime),
    links: [{ no: text(of.repairNo), to: `/maintenance/asrepairform?id=${of.id}` }],
    lead: joined([word(of, 'source'), word(of, 'repairType'), word(of, 'urgency')]),
    lines: [...both(text(of.description)), ...accepted],
  });
}

const registrationNode = (of: ReviewFigure): Bare =>
  node('registration', 'registration', of, {
    at: text(of.createTime),
    links: [{ no: text(of.registrationNo), to: `/maintenance/registrationform?id=${of.id}` }],
    lead: joined([word(of, 'receiptsType'), word(of, 'weibao')]),
    lines: [...both(text(of.content)), ...both(text(of.weibaoReason))],
  });

const percent = (share: unknown): string => `${new Big(text(share) || '0').times(100).round(1).toString()}%`;

function dispatchNode(of: ReviewFigure, crew: readonly ReviewFigure[]): Bare {
  const names = crew
    .filter((one) => one.isCurrent === true)
    .map(
      (one) =>
        `${text(one.technicianName) || word(one, 'technicianId')} ${word(one, 'crewRole')} ${percent(one.shareRatio)}`,
    );
  const moved: Label[] =
    Number(of.transferCount) > 0
      ? [[`转派 ${text(of.transferCount)} 次`, `Transferred ${counted(Number(of.transferCount), 'time')}`]]
      : [];
  return node('dispatch', 'dispatchForm', of, {
    at: text(of.dispatchTime) || text(of.createTime),
    links: [{ no: text(of.dispNo), to: `/maintenance/asdispatchform?id=${of.id}` }],
    lead: word(of, 'dispatchMode'),
    lines: [
      ...both(names.join(' · ')),
      ...(of.planStart
        ? [
            [
              `计划 ${minuteOf(of.planStart)} 至 ${text(of.planEnd).slice(11, 16)}`,
              `Planned ${minuteWords(text(of.planStart))[1]} to ${text(of.planEnd).slice(11, 16)}`,
            ] as Label,
          ]
        : []),
      ...moved,
    ],
  });
}

function visitNode(of: ReviewFigure, order: ReviewFigure): Bare {
  const facts: Label[] = [];
  if (of.appointFrom)
    facts.push([
      `约 ${minuteOf(of.appointFrom)} 至 ${text(of.appointTo).slice(11, 16)}`,
      `appointed ${minuteWords(text(of.appointFrom))[1]} to ${text(of.appointTo).slice(11, 16)}`,
    ]);
  if (of.arriveDistance !== null && of.arriveDistance !== undefined)
    facts.push([`偏离 ${text(of.arriveDistance)} 米`, `${text(of.arriveDistance)} m off`]);
  if (of.workMinutes)
    facts.push([
      `作业 ${text(of.workMinutes)} 分${order.stdMinutes ? `，预计 ${text(order.stdMinutes)} 分` : ''}`,
      `${text(of.workMinutes)} min of work${order.stdMinutes ? `, ${text(order.stdMinutes)} planned` : ''}`,
    ]);
  return node('visit', 'visit', of, {
    at: text(of.arriveTime) || text(of.departTime) || text(of.acceptTime) || text(of.sentTime) || text(of.createTime),
    until: text(of.finishTime),
    links: [{ no: text(of.taskNo), to: `/maintenance/dispatchlist?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'visitResult')]),
    lines: [
      ...(facts.length ? [[facts.map(([zh]) => zh).join(' · '), facts.map(([, en]) => en).join(' · ')] as Label] : []),
      ...both(text(of.resultNote)),
    ],
  });
}

const PHOTOS = 6;

function completionNode(of: ReviewFigure, photos: readonly ReviewFigure[]): Bare {
  const confirmed: Label[] = of.confirmTime
    ? [
        [
          `${minuteOf(of.confirmTime)} 由 ${word(of, 'confirmUser')} 确认`,
          `Confirmed by ${word(of, 'confirmUser')}, ${minuteWords(text(of.confirmTime))[1]}`,
        ],
      ]
    : [];
  return node('completion', 'completion', of, {
    at: text(of.endTime),
    until: text(of.confirmTime),
    links: [{ no: text(of.completionNo), to: `/maintenance/ascompletionregistration?id=${of.id}` }],
    lead: joined([word(of, 'faultCause'), word(of, 'serviceMeasure')]),
    lines: [...both(text(of.maintenanceContent)), ...confirmed],
    photos: photos
      .filter((one) => one.dispatchListId === of.dispatchListId)
      .slice(0, PHOTOS)
      .map((one) => ({ id: one.id, link: text(one.fileUrl), name: word(one, 'classifyId') })),
  });
}

/** What the parts cost: what left the van for the customer less what came back of it. */
function partsNode(done: ReviewFigure, supplies: readonly ReviewFigure[], moves: readonly ReviewFigure[]): Bare[] {
  const used = supplies.filter((one) => one.completionId === done.id);
  if (used.length === 0) return [];
  const posted = moves.filter((one) => one.billId === done.id && one.billType === 'consume');
  const vans = new Set(used.map((one) => text(one.warehouseId)));
  const cost = posted.reduce(
    (sum, one) =>
      sum[vans.has(text(one.fromWarehouseId)) ? 'plus' : 'minus'](money(one.qty).times(money(one.unitCost))),
    new Big(0),
  );
  const line = (one: ReviewFigure): string =>
    `${text(one.itemName)} ${short(one.qty)} × ${short(one.unitPrice)}（${word(one, 'payer')}）`;
  const lineEn = (one: ReviewFigure): string =>
    `${text(one.itemName)} ${short(one.qty)} × ${short(one.unitPrice)} (${word(one, 'payer')})`;
  return [
    node('parts', 'completionSupply', done, {
      key: `parts ${done.id}`,
      at: text(posted[0]?.moveTime) || text(done.endTime),
      links: posted.slice(0, 3).map((one) => ({ no: text(one.moveNo), to: `/maintenance/asstockledger?id=${one.id}` })),
      lead: word(used[0], 'warehouseId'),
      lines: [[used.map(line).join('；'), used.map(lineEn).join('; ')]],
      amount: posted.length ? two(cost.times(-1)) : null,
      amountNote: posted.length
        ? [`成本 ${posted.length} 行`, `cost, ${posted.length} ${posted.length === 1 ? 'line' : 'lines'}`]
        : null,
    }),
  ];
}

function collectionNode(of: ReviewFigure): Bare {
  return node('collection', 'collection', of, {
    at: text(of.collectTime),
    links: [{ no: text(of.collectNo), to: `/maintenance/ascollectdetaileds?id=${of.id}` }],
    lead: joined([word(of, 'collectType'), word(of, 'paymentTypeId')]),
    lines: [
      [
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
      ],
    ],
    amount: two(money(of.amount)),
    amountNote: [`应收 ${two(money(of.receivableAmount))}`, `due ${two(money(of.receivableAmount))}`],
  });
}

/** The factors that change something, and the share where the work was shared. */
const factorsOf = (line: ReviewFigure): string =>
  [
    ...['difficultyCoef', 'qualityCoef', 'timeCoef', 'pieceRatio']
      .filter((name) => text(line[name]) && !new Big(text(line[name])).eq(1))
      .map((name) => ` × ${short(line[name])}`),
    ...(text(line.shareRatio) && !new Big(text(line.shareRatio)).eq(1) ? [` × ${percent(line.shareRatio)}`] : []),
  ].join('');

function pieceNode(of: ReviewFigure, lines: readonly ReviewFigure[]): Bare {
  const own = lines.filter((one) => one.pieceId === of.id);
  const gone = of.pieceStatus === 'cancelled';
  const words = own.map(
    (one) =>
      `${word(one, 'pieceworkProcessId')} ${text(one.technicianName)} ${short(one.qty)} × ${short(one.unitPrice)}${factorsOf(one)} = ${two(money(one.amount))}`,
  );
  return node('piece', 'piece', of, {
    at: text(of.checkTime) || text(of.createTime),
    links: [{ no: text(of.pieceNo), to: `/maintenance/aspieceworkcollect?pieceId=${of.id}` }],
    lead: text(of.crewNames),
    lines: words.length ? words.flatMap(both) : both(word(of, 'cancelReason')),
    amount: gone ? null : two(money(of.pieceAmount).times(-1)),
    amountNote: gone ? null : [`${own.length} 行`, `${own.length} ${own.length === 1 ? 'line' : 'lines'}`],
  });
}

/** The wage lines of a piece: its own amounts stand at the piece already, what comes on top (the way there) is this node's. */
function wageNode(of: ReviewFigure, lines: readonly ReviewFigure[], sheets: readonly ReviewFigure[]): Bare[] {
  const own = lines.filter((one) => one.sourceNo === of.pieceNo);
  if (own.length === 0) return [];
  const people = [...Map.groupBy(own, (one) => text(one.technicianId)).values()];
  const beyond = own.filter((one) => one.wageLineType !== 'piece');
  const words = people.map((mine) => {
    const items = [...Map.groupBy(mine, (one) => text(one.wageLineType)).values()].map(
      (same) => `${word(same[0], 'wageLineType')} ${two(total(same))}`,
    );
    return `${word(mine[0], 'technicianId')} ${items.join(' + ')}${items.length > 1 ? ` = ${two(total(mine))}` : ''}`;
  });
  const where = sheets.filter((sheet) => own.some((one) => one.wageSheetId === sheet.id));
  return [
    node('wage', where.length ? 'wageSheet' : 'wageLine', where[0] ?? own[0], {
      key: `wage ${of.id}`,
      at: text(where[0]?.createTime) || text(own[0].createTime),
      lead: text(own[0].wagePeriod),
      lines: words.flatMap(both),
      links: where.length
        ? where.map((sheet) => ({ no: text(sheet.wageNo), to: `/maintenance/wages/total?id=${sheet.id}` }))
        : [{ no: text(of.pieceNo), to: `/maintenance/wages/detail?keyword=${text(of.pieceNo)}` }],
      amount: beyond.length ? two(total(beyond).times(-1)) : '0.00',
      amountNote: beyond.length
        ? [`另付 ${beyond.length} 行`, `${beyond.length} on top`]
        : ['已计入计件', 'part of the piece'],
    }),
  ];
}

/** The stations of a case in the order of their time, each with what it brought or cost and what stands by then. */
export function nodesOf(of: CasePapers): ChainNode[] {
  const bare = [
    ...(of.repair ? [repairNode(of.repair)] : []),
    registrationNode(of.order),
    ...of.forms.map((one) =>
      dispatchNode(
        one,
        of.crew.filter((member) => member.dispId === one.id),
      ),
    ),
    ...of.visits.map((one) => visitNode(one, of.order)),
    ...of.completions.flatMap((one) => [...partsNode(one, of.supplies, of.moves), completionNode(one, of.photos)]),
    ...of.collects.map(collectionNode),
    ...of.pieces.map((one) => pieceNode(one, of.pieceLines)),
    ...of.pieces.flatMap((one) => wageNode(one, of.wageLines, of.sheets)),
  ];
  const rank = ['repair', 'registration', 'dispatch', 'visit', 'parts', 'collection', 'completion', 'piece', 'wage'];
  let balance = new Big(0);
  return bare
    .toSorted((one, other) =>
      one.at < other.at ? -1 : one.at > other.at ? 1 : rank.indexOf(one.kind) - rank.indexOf(other.kind),
    )
    .map((one): ChainNode => {
      balance = balance.plus(one.amount ?? 0);
      return { ...one, balance: one.amount === null ? null : two(balance) };
    });
}

/** What the nodes of one kind add up to. */
export const sumOfKind = (nodes: readonly ChainNode[], kind: ChainNode['kind'] | 'all'): string =>
  two(
    nodes
      .filter((one) => kind === 'all' || one.kind === kind)
      .reduce((sum, one) => sum.plus(one.amount ?? 0), new Big(0)),
  );
