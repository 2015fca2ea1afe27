import { expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { flowPath, inVan, returnPath, returned } from '../testing/back-site.ts';
import { beginSap, withSimulator } from '../testing/sap-site.ts';
import { shipmentPath, StoreSite } from '../testing/store-site.ts';
import { applied, newTool, toolApplyPath, toolPath } from '../testing/tool-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, manager, leader, worker } = site.people;
const second = await server.as('as_store', { who: 'second' });

/** Acts of each person, and the people at once. */
const ACTS = 90;
const PEOPLE = 8;

/** Return numbers below a limit, the same in each run. */
function chooser(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

await withSimulator(site);
const items: string[] = [];
for (let n = 0; n < 3; n++) items.push(await site.item('200'));
const pump = await site.item('4', {}, ['K1', 'K2', 'K3', 'K4']);
await beginSap(site);
for (const materialId of items) await inVan(site, materialId, '40');
await inVan(site, pump, '4', 'K1,K2,K3,K4');
const tools = [
  await newTool(site),
  await newTool(site, { trackMode: 'serial', serialNo: 'W-1', totalQty: '1' }),
  await newTool(site, { trackMode: 'serial', serialNo: 'W-2', totalQty: '1' }),
];

/** Return the id of a living row of a table in any state that rows have, or of none. */
async function someOf(table: string, state: string, below: (limit: number) => number): Promise<string> {
  const rows = await server.tables<{ id: string; state: string }>(
    `select id::text as id, ${state} as state from ${table} where is_deleted = 0 order by id`,
  );
  const byState = [...Map.groupBy(rows, (row) => row.state).values()];
  const some = byState[below(byState.length)] ?? [];
  return some[below(some.length)]?.id ?? '1';
}

interface Walker {
  readonly keeper: TestCaller;
  readonly below: (limit: number) => number;
}

/** Return a line of an application with counts, or none. */
async function toolCounts(id: string, write: (line: Record<string, string>) => object): Promise<object[]> {
  const answer = await store.get(`${toolApplyPath}/detail`, { id });
  return answer.status === 200 ? answer.data.lines.map(write) : [];
}

/** Return one act of a person on rows that others act on, too. */
async function act({ keeper, below }: Walker): Promise<Answer | void> {
  const pick = (all: readonly string[]): string => all[below(all.length)] ?? '1';
  const back = await someOf('asreturnedmaterials', 'document_status', below);
  const flow = await someOf('assapwarehouseflow', 'sap_status', below);
  const apply = await someOf('astoolapply', 'tool_apply_status', below);
  const update = (by: TestCaller, action: string, more: object = {}) =>
    by.post(`${toolApplyPath}/update`, { id: apply, action, ...more });
  const inspectedLines = async (): Promise<object[] | undefined> => {
    const answer = await store.get(`${returnPath}/detail`, { id: back });
    return answer.status === 200 && below(2)
      ? answer.data.lines.map((line: { id: string; serialNos: string }) => ({
          id: line.id,
          ...(!line.serialNos && { acceptQty: 1, remark: '少' }),
          checkedStatus: pick(['good', 'defective', 'scrap']),
        }))
      : undefined;
  };
  const acts: (() => Promise<Answer | void>)[] = [
    () =>
      worker.post(
        `${returnPath}/submit`,
        returned(site, [
          { materialId: pick(items), returnQty: String(1 + below(3)) },
          ...(below(3) ? [] : [{ materialId: pump, returnQty: '1', serialNos: `K${1 + below(4)}` }]),
        ]),
      ),
    async () =>
      keeper.post(`${returnPath}/sendOutExamine`, {
        id: back,
        pass: 'true',
        lines: await inspectedLines(),
        note: '检',
      }),
    () => keeper.post(`${returnPath}/sendOutExamine`, { id: back, pass: 'false', note: '再查' }),
    () => worker.post(`${returnPath}/submit`, { id: back, action: 'submit' }),
    () => keeper.post(`${returnPath}/sendOutTransmit`, { ids: back }),
    () => keeper.post(`${returnPath}/sendOutClose`, { ids: back }),
    () => keeper.post(`${flowPath}/retry`, { ids: flow }),
    () => manager.post(`${flowPath}/skip`, { ids: flow, reason: '手工' }),
    async () => {
      await server.tables(
        'update assapsim set behaves = $2 where item_code = (select item_code from asbasematerial where id = $1)',
        [pick(items), pick(['late', 'silent', 'locked'])],
      );
    },
    async () => {
      await server.tables(
        'update assapwarehouseflow set next_retry_time = create_time where next_retry_time is not null',
      );
      await server.worked();
    },
    async () =>
      keeper.post(`${shipmentPath}/sendOutPush`, { ids: await someOf('asmaterialshipments', 'sap_status', below) }),
    () =>
      worker.post(
        `${toolApplyPath}/submit`,
        applied(site, [{ toolId: tools[0], applyQty: String(1 + below(2)) }, { toolId: tools[1 + below(2)] }]),
      ),
    () => update(leader, 'approve'),
    () => update(keeper, 'handOut'),
    async () =>
      update(keeper, 'return', {
        lines: await toolCounts(apply, (line) => ({ id: line.id, returnQty: below(2), damageQty: below(2) })),
      }),
    () => update(keeper, 'return'),
    async () =>
      update(keeper, 'lost', {
        lines: (
          await toolCounts(apply, (line) => ({ id: line.id, lostQty: 1, compensateAmount: String(below(2) * 10) }))
        ).slice(0, 1),
      }),
    () => keeper.post(`${toolPath}/back`, { id: pick(tools), qty: '1' }),
    () => keeper.post(`${toolPath}/send`, { id: pick(tools), to: 'repairing', qty: '1' }),
    () => lead.post(`${returnPath}/sendOutTransmit`, { ids: back }),
  ];
  return acts[below(acts.length)]();
}

/** States of papers that the walk must reach. */
const ENDS = ['returned transmitted', 'returned closed', 'tool handedOut', 'tool closed', 'sap pushed', 'sap failed'];
const MAX_ROUNDS = 4;
const isAll = (states: readonly string[]): boolean => ENDS.every((one) => states.includes(one));

test(
  'eight people return goods, push them to SAP and lend tools at once, and the books agree',
  { timeout: 120_000 },
  async () => {
    const answers: Answer[] = [];
    const walk = (round: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: PEOPLE }, async (_, at) => {
          const walker = { keeper: at % 2 ? store : second, below: chooser(11 + at + round * PEOPLE) };
          for (let n = 0; n < ACTS; n++) {
            const answer = await act(walker);
            if (answer) answers.push(answer);
          }
        }),
      );
    const reached = async (): Promise<string[]> =>
      (
        await server.tables<{ state: string }>(
          "select distinct biz_type || ' ' || to_status as state from asactionlog where biz_type in ('returned', 'tool', 'sap')",
        )
      ).map((row) => row.state);
    await walk(0);
    // The order of acts decides how far papers get, so the walk goes on until each end was reached.
    for (let round = 1; round < MAX_ROUNDS && !isAll(await reached()); round++) await walk(round);
    expect(answers.filter((one) => one.status >= 500).map((one) => one.msg)).toEqual([]);
    expect(answers.filter((one) => one.status === 200).length).toBeGreaterThan(ACTS);
    expect(await reached()).toEqual(expect.arrayContaining(ENDS));
    expect(await site.broken()).toEqual([]);
  },
);
