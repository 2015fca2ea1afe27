import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Body, describeAnswer, keeper, sample, saved } from '#kernel/testing/sample.ts';
import { checked, committed, settledBatch } from '#kernel/testing/sheets.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const [finance, worker] = [await server.as('as_finance'), await server.as('as_technician')];
const money = 'blade-maintenance/webApi/ascollectdetaileds';

const done = (answer: Answer): Answer => {
  expect(answer.status, describeAnswer(answer)).toBe(200);
  return answer;
};

/** Return the statements of all transactions that write a table while `work` runs, one `verb table lock` per line. */
async function statementsOf(table: string, work: () => Promise<unknown>): Promise<string> {
  const watch = server.app.lockWatch!;
  const writes = new RegExp(`^(insert|update|delete) ${table}\\b`);
  watch.sequences = [];
  try {
    await work();
    await server.worked();
    return watch.sequences
      .filter((one) => one.some((statement) => writes.test(statement)))
      .map((one) => one.join('\n'))
      .join('\n-- next transaction\n');
  } finally {
    watch.sequences = undefined;
  }
}

const customerId = (await saved(server, customer)).id;
const technicianId = (await saved(server, technician, { userId: worker.id })).id;
await server.tables('update ascustomer set create_user = $2 where id = $1', [customerId, worker.id]);
const cash = done(
  await admin.post('blade-maintenance/webApi/paymentType/submit', {
    typeCode: 'XJ',
    typeName: '现金',
    payChannel: 'cash',
    needVoucher: false,
    needTransmit: true,
    sort: 1,
  }),
).data.id;
const collected = async (): Promise<string> =>
  done(
    await worker.post(`${money}/submit`, {
      customerId,
      technicianId,
      collectType: 'labor',
      paymentTypeId: cash,
      receivableAmount: '50',
      amount: '50',
      collectTime: '2026-11-23 09:30:00',
    }),
  ).data.id;

const submitted = async (paper: AnyPaper, body: Body): Promise<void> => {
  done(await admin.post(`${paper.path}/submit`, body));
};
const act = async (path: string, action: string, ids: readonly string[], more: Body = {}): Promise<Answer> =>
  finance.post(`${path}/act`, { ids, action, ...more });

let count = 0;
const sheet = (): string => {
  count += 1;
  return `技能编码*,技能名称*\nACT${count},按顺序${count}`;
};
async function imported(): Promise<string> {
  const page = done(await checked(admin, skill.path, sheet(), '技能.csv'));
  const { batch } = page.data;
  const end = done(await committed(admin, skill.path, batch));
  expect([end.data.state, end.data.counts.new], describeAnswer(end)).toEqual(['committed', 1]);
  return batch;
}

/** An act to record, its table, and its preparation. */
interface Story {
  readonly name: string;
  readonly table: string;
  readonly prepare: () => Promise<unknown>;
  readonly act: (prepared: never) => Promise<unknown>;
}
const story = <T>(
  name: string,
  table: string,
  prepare: () => Promise<T>,
  play: (prepared: T) => Promise<unknown>,
): Story => ({ name, table, prepare, act: play as never });

const stories: readonly Story[] = [
  story(
    'insert a document',
    repairForm.table,
    // No warranty covers damage, so contracts are searched whatever the machine of the sample is.
    async () => ({ ...(await sample(server, repairForm)), faultCategory: 'damage' }),
    (body) => submitted(repairForm, body),
  ),
  story(
    'insert a document with lines',
    stockAdjustment.table,
    () => sample(server, stockAdjustment),
    (body) => submitted(stockAdjustment, body),
  ),
  story(
    'update a row',
    customer.table,
    () => saved(server, customer),
    ({ id }) => submitted(customer, { id, customerName: '改名' }),
  ),
  story('update a line of a header', 'ascollectdetaileds', collected, async (id) =>
    done(await worker.post(`${money}/submit`, { id, remark: '备注' })),
  ),
  story('do a verb', 'ascollectdetaileds', collected, async (id) => done(await act(money, 'handOver', [id]))),
  story(
    'do a verb with several rows',
    'ascollectdetaileds',
    async () => [await collected(), await collected()],
    async (ids) => done(await act(money, 'handOver', ids)),
  ),
  story(
    'do one verb with several rows together',
    'ascollectdetaileds',
    async () => [await collected(), await collected()],
    async (ids) => {
      count += 1;
      const more = { invoiceType: 'normal', invoiceNo: `ACT${count}`, invoiceTitle: '个人', invoiceAmount: '100' };
      return done(await act(money, 'invoice', ids, more));
    },
  ),
  story(
    'move other rows by a verb',
    'ascollectdetaileds',
    async () => {
      const ids = [await collected(), await collected()];
      count += 1;
      const more = { invoiceType: 'normal', invoiceNo: `ACT${count}`, invoiceTitle: '个人', invoiceAmount: '100' };
      done(await act(money, 'invoice', ids, more));
      return ids[0];
    },
    async (id) => done(await act(money, 'cancelInvoice', [id], { reason: '金额有误' })),
  ),
  story(
    'remove rows',
    skill.table,
    async () => [await saved(server, skill), await saved(server, skill)].map((row) => String(row.id)),
    async (ids) => done(await admin.post(`${skill.path}/remove`, { ids })),
  ),
  story(
    'remove a header with its lines',
    stockAdjustment.table,
    () => saved(server, stockAdjustment),
    async ({ id }) => done(await admin.post(`${stockAdjustment.path}/remove`, { ids: [id] })),
  ),
  story(
    'restore a row',
    skill.table,
    async () => {
      const { id } = await saved(server, skill);
      done(await admin.post(`${skill.path}/remove`, { ids: [id] }));
      return String(id);
    },
    async (id) => done(await admin.post(`${skill.path}/restore?ids=${id}`)),
  ),
  story(
    'change several rows at once',
    skill.table,
    async () => [await saved(server, skill), await saved(server, skill)].map((row) => String(row.id)),
    async (ids) => done(await admin.post(`${skill.path}/bulk`, { ids, set: { remark: '同改' } })),
  ),
  story('import new rows', skill.table, () => Promise.resolve(), imported),
  story('undo an import', skill.table, imported, async (batch) => {
    done(await admin.post(`${skill.path}/import/rollback`, { batch }));
    await settledBatch(admin, skill.path, batch);
  }),
];

test('the statements of each act are in their order, with their locks', { timeout: 120_000 }, async () => {
  const parts: string[] = [];
  for (const { name, table, prepare, act: play } of stories) {
    // The first run fills caches, so that the statements of the second do not depend on earlier tests.
    await play((await prepare()) as never);
    const prepared = (await prepare()) as never;
    parts.push(`## ${name}\n${await statementsOf(table, () => play(prepared))}`);
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('./act-order.txt');
});
