import { expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { applyPath, COURIER, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, manager, leader, worker } = site.people;
const second = await server.as('as_store', { who: 'second' });

/** Acts of each person, more where a state of shipments was not seen yet, and the people at once. */
const ACTS = 125;
const MAX_ACTS = 1_000;
const PEOPLE = 8;

/** Return numbers below a limit, the same in each run. */
function chooser(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const items: string[] = [];
for (let n = 0; n < 3; n++) items.push(await site.item('60'));
items.push(await site.item('6', {}, ['W1', 'W2', 'W3', 'W4', 'W5', 'W6']));

const seen = new Set<string>();
const STATES = ['draft', 'submitted', 'approved', 'transmitted', 'closed'].map(
  (state) => `asmaterialshipments ${state}`,
);
const allSeen = (): boolean => STATES.every((state) => seen.has(state));

/** Return the id of a living row in any state that rows have, or of none. */
async function someOf(table: string, below: (limit: number) => number): Promise<string> {
  const rows = await server.tables<{ id: string; state: string }>(
    `select id::text as id, document_status as state from ${table} where is_deleted = 0 order by id`,
  );
  for (const { state } of rows) seen.add(`${table} ${state}`);
  const byState = [...Map.groupBy(rows, (row) => row.state).values()];
  const some = byState[below(byState.length)] ?? [];
  return some[below(some.length)]?.id ?? '1';
}

/** Change the quantities of a shipment, or receive a part of it. */
async function withLines(id: string, write: (line: Record<string, string>) => object): Promise<object[]> {
  const answer = await store.get(`${shipmentPath}/detail`, { id });
  return answer.status === 200 ? answer.data.lines.map(write) : [];
}

interface Walker {
  readonly keeper: TestCaller;
  readonly below: (limit: number) => number;
}

/** Return one act of a person on rows that others act on, too. */
async function act({ keeper, below }: Walker): Promise<Answer> {
  const pick = (all: readonly string[]): string => all[below(all.length)] ?? '1';
  const [apply, shipment] = [await someOf('asmaterialapply', below), await someOf('asmaterialshipments', below)];
  const serial = (line: Record<string, string>) =>
    line.materialId === items[3] ? `W${1 + below(6)}${Number(line.shipQty) > 1 ? `,W${1 + below(6)}` : ''}` : undefined;
  const acts: (() => Promise<Answer>)[] = [
    () =>
      worker.post(
        `${applyPath}/submit`,
        site.requested([
          { materialId: pick(items), applyQty: String(1 + below(3)) },
          { materialId: pick(items), applyQty: '1' },
        ]),
      ),
    () => leader.post(`${applyPath}/update`, { id: apply, action: 'examine', pass: 'true', note: '同意' }),
    () => keeper.post(`${applyPath}/publish`, { ids: apply }),
    () => keeper.post(`${shipmentPath}/pushApply`, { materialApplyIds: [apply] }),
    () => keeper.post(`${applyPath}/update`, { id: apply, action: 'closeLines', reason: '不需要' }),
    async () =>
      keeper.post(`${shipmentPath}/save`, {
        id: shipment,
        lines: await withLines(shipment, (line) => ({ ...line, version: undefined, serialNos: serial(line) })),
      }),
    () => keeper.post(`${shipmentPath}/act`, { id: shipment, action: 'submit' }),
    () => lead.post(`${shipmentPath}/sendOutApproval`, { ids: shipment, note: '可发' }),
    () => lead.post(`${shipmentPath}/approvalBack`, { ids: shipment, note: '再查' }),
    () => keeper.post(`${shipmentPath}/sendOutTransmit`, { ids: shipment, ...(below(2) ? COURIER : {}) }),
    async () =>
      worker.post(`${shipmentPath}/receive`, {
        id: shipment,
        ...(below(2) && {
          lines: await withLines(shipment, (line) => ({ id: line.id, receivedQty: String(below(3)) })),
        }),
      }),
    () => manager.post(`${shipmentPath}/revert`, { id: shipment, reason: '发错' }),
    () => keeper.post(`${shipmentPath}/sendOutClose`, { ids: shipment, reason: '丢失' }),
  ];
  return acts[below(acts.length)]();
}

test(
  'eight people act on the same requests and shipments at once, and the books agree',
  { timeout: 120_000 },
  async () => {
    const answers: Answer[] = [];
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, at) => {
        const walker = { keeper: at % 2 ? store : second, below: chooser(7 + at) };
        for (let n = 0; n < ACTS || (n < MAX_ACTS && !allSeen()); n++) answers.push(await act(walker));
      }),
    );
    expect(answers.filter((one) => one.status >= 500).map((one) => one.msg)).toEqual([]);
    expect(answers.filter((one) => one.status === 200).length).toBeGreaterThan(ACTS);
    expect(allSeen()).toBe(true);
    expect(await site.broken()).toEqual([]);
  },
);
