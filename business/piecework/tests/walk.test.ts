import { expect, test } from 'vitest';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { Walk } from '#kernel/testing/walk.ts';
import { PieceWorld } from '../testing/piecework-world.ts';
import { invariants } from '../invariants.server.ts';

const server = await openTestServer(import.meta.url);
const world = new PieceWorld(server);
const walk = new Walk(server);
const at = 'blade-maintenance/webApi';
const audit = `${at}/aspieceworkaudit`;
const wages = `${at}/aspieceworkwages`;
const [hr, manager, auditor, lead, leader, finance] = await Promise.all(
  ['as_hr', 'as_manager', 'as_piece_auditor', 'as_piece_lead', 'as_leader', 'as_finance'].map((role) =>
    server.as(role),
  ),
);
const men = [
  await world.hire('王强'),
  await world.hire('李明', { baseSalary: '2000' }),
  await world.hire('赵磊', { employType: 'outsourced', baseSalary: null }),
];
const pump = await world.priced('PUMP', '100.25');
const tiers = await world.priced('VALVE', '33.33');
const bare = await world.priced('BARE', '1', {}, { publishStatus: 'draft' });

/** Create a job that the back office confirmed: one or two technicians, one price, several or none. */
async function job(): Promise<void> {
  const [one, other] = [walk.pick(men), walk.pick(men)];
  const crew =
    one === other
      ? ([[one.id, '1']] as const)
      : ([
          [one.id, '0.4'],
          [other.id, '0.6'],
        ] as const);
  await world.piece({
    crew,
    processId: walk.pick([pump, pump, tiers, bare]),
    qty: walk.pick(['1', '3', '2.5']),
    end: `2026-11-${10 + walk.chance(12)} 11:00:00`,
    ...(walk.chance(4) === 0 && { completion: { practicalAmount: '20', isRework: true } }),
  });
}

let pieces: string[] = [];
let lines: string[] = [];
let entered: string[] = [];
let sheets: { id: string; technicianId: string }[] = [];
let disputes: string[] = [];
const period = (verb: string, who = hr): Promise<Answer> =>
  who.post(`${wages}/${verb}`, {
    wagePeriod: walk.chance(8) ? '2026-11' : '2026-12',
    ...(verb === 'close' && { reason: '月底提前关账' }),
  });
const his = (technicianId: string) => (men.find((one) => one.id === technicianId) ?? men[0]).caller;
const sheet = (): { id: string; technicianId: string } =>
  sheets.length ? walk.pick(sheets) : { id: '1', technicianId: men[0].id };

/** Random actions on pieces: by their owners, by other people, and repeated. */
const withPieces: readonly (() => Promise<Answer>)[] = [
  () =>
    walk
      .pick([auditor, auditor, leader])
      .post(`${audit}/affirmPieceWork`, { ids: walk.some(pieces), remark: '已核实' }),
  ...[0, 1, 2].map(
    () => () => walk.pick([auditor, auditor, lead, leader]).post(`${audit}/pieceWorkCheck`, { ids: walk.some(pieces) }),
  ),
  () =>
    auditor.post(`${audit}/pieceWorkBack`, {
      ids: walk.some(pieces, 1),
      ...(walk.chance(4) && { remark: '分配不对' }),
    }),
  () => leader.post(`${at}/aspiecework/submit`, { id: walk.some(pieces, 1), remark: '已改' }),
  () => walk.pick([lead, lead, auditor]).post(`${audit}/revoke`, { ids: walk.some(pieces, 1), remark: '复核' }),
  () =>
    auditor.post(`${audit}/cancelPieceWork`, { ids: walk.some(pieces, 1), cancelReason: 'duplicate', remark: '重复' }),
  () => lead.post(`${audit}/affirmPieceWork`, { ids: walk.some(pieces, 1), remark: '恢复' }),
  () =>
    walk.pick([auditor, leader]).post(`${audit}/updateUser`, {
      id: walk.some(pieces, 1),
      remark: '换人',
      lines: [
        { technicianId: men[0].id, shareRatio: walk.pick(['0.3', '0.333', '0.5']) },
        { technicianId: men[1].id, shareRatio: walk.pick(['0.7', '0.667', '0.5']) },
      ],
    }),
  () =>
    auditor.post(`${audit}/updateCompletionMaintenanceContent`, {
      id: walk.some(pieces, 1),
      maintenanceContent: '按现场更正',
      lines: [{ processId: walk.pick([pump, tiers]), qty: walk.pick(['1', '2', '0.5']), reason: '按现场' }],
    }),
  () =>
    auditor.post(`${at}/aspieceworkcollect/submit`, {
      id: walk.some(lines, 1),
      qualityCoef: walk.pick(['0.9', '1.1', '1.2']),
      manualReason: '质量',
    }),
];

/** Random actions on wages: enter, void, calculate, send, sign, dispute, approve, and open again. */
const withWages: readonly (() => Promise<Answer>)[] = [
  () =>
    hr.post(`${at}/aswageline/submit`, {
      technicianId: walk.pick(men).id,
      wageLineType: walk.pick(['bonus', 'penalty', 'heat', 'duty', 'toolComp', 'piece']),
      amount: walk.pick(['50', '-50', '-900', '0.01', '300']),
      reason: '录入',
    }),
  () =>
    walk.pick([manager, manager, hr]).post(`${at}/aswageline/submit`, { id: walk.some(entered, 1), action: 'approve' }),
  () => walk.pick([hr, manager]).post(`${at}/aswageline/void`, { ids: walk.some(entered, 1), reason: '误录' }),
  () => period('calculate'),
  () => period('calculate'),
  () => period('reopen'),
  () => period('send'),
  () => period('approve', manager),
  () => period('approve', hr),
  ...[0, 1].map(() => () => {
    const one = sheet();
    return walk
      .pick([his(one.technicianId), his(one.technicianId), men[0].caller])
      .post(`${wages}/sign`, { id: one.id });
  }),
  () => {
    const one = sheet();
    return his(one.technicianId).post(`${wages}/dispute`, {
      id: one.id,
      disputeKind: walk.pick(['qty', 'deduct']),
      claimedValue: '2',
      note: '少记一台',
    });
  },
  () =>
    walk.pick([hr, hr, leader]).post(`${wages}/answer`, {
      id: walk.some(disputes, 1),
      accept: walk.chance(3) > 0,
      answer: '已核实',
      lines: [{ amount: walk.pick(['50', '-20', '0.01']), reason: '更正' }],
    }),
];

/** Actions that end the month. They are tried rarely, because hardly any action is possible afterwards. */
const toItsEnd: readonly (() => Promise<Answer>)[] = [
  () => period('pay', finance),
  () => period('pay'),
  () => period('close'),
];

test(
  `计件与工资怎么折腾都对得上 random actions on pieces and wages, alone or concurrent, leave every amount consistent (seed ${walk.seed})`,
  { timeout: 120_000 },
  async () => {
    for (let n = 0; n < 8; n++) await job();
    const codes = invariants.map((one) => one.code);
    for (let round = 0; round < 84; round++) {
      if (round % 6 === 0) await job();
      [pieces, lines, entered, disputes] = [
        await walk.ids('aspiecework where 1 = 1'),
        await walk.ids('aspieceworkcollect where 1 = 1'),
        await walk.ids("aswageline where wage_line_type not in ('piece', 'base')"),
        await walk.ids('aswagedispute where 1 = 1'),
      ];
      sheets = await server.tables<{ id: string; technicianId: string }>(
        'select id::text, technician_id::text as "technicianId" from aswagesheet where is_deleted = 0 order by id',
      );
      await walk.round(round > 72 ? [...withPieces, ...withWages, ...toItsEnd] : round % 2 ? withWages : withPieces, 5);
      server.clock.pass(20_000);
      if (round % 21 === 20) await walk.holds(codes);
    }
    console.log(String(walk));
    // Every kind of answer occurred: a walk without successes or without refusals proves nothing.
    expect(walk.told.get('200') ?? 0, String(walk)).toBeGreaterThan(60);
    expect(walk.told.size, String(walk)).toBeGreaterThan(10);
  },
);
