import { expect, test } from 'vitest';
import { ownCallAddress } from '#kernel/server/rows/offered.ts';
import { sampleQuery } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';
const [leader, office] = [await server.as('as_leader'), await server.as('as_cs,as_cs_lead', { who: 'lead' })];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  office.id,
]);
server.app.ports.forget('000000');
const MANY_MS = 180_000;
const reason = '改一改';

const pay = async (typeCode: string, payChannel: string): Promise<string> =>
  good(
    await site.admin.post(`${at}/paymentType/submit`, {
      typeCode,
      typeName: typeCode,
      payChannel,
      needVoucher: false,
      needTransmit: payChannel === 'cash',
      sort: 1,
    }),
  ).data.id;
const [cash, wechat] = [await pay('cash', 'cash'), await pay('wx', 'wechat')];
const { materialId } = await site.fillVan(3);

/** The papers with rows of a confirmed completion, and the field by which each refers to it. */
const PARTS: readonly (readonly [paper: string, of: string])[] = [
  ['completion', 'id'],
  ['collection', 'completion_id'],
  ['completionSupply', 'completion_id'],
  ['completionEquipment', 'completion_id'],
  ['completionCharge', 'completion_id'],
];
/** Columns that printing changes, left out when frozen rows are compared. */
const PRINTED = "array['print_count', 'last_print_time', 'version', 'update_user', 'update_time']";
const standing = async (id: string): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(
      PARTS.map(async ([paper, of]) => [
        paper,
        await server.tables(
          `select to_jsonb(t) - ${PRINTED} as row from ${server.app.papers.get(paper)!.table} t where ${of} = $1 order by id`,
          [id],
        ),
      ]),
    ),
  );

interface Target {
  readonly paper: string;
  readonly id: string;
}

/** Send every call that could change one of these rows or add another to the completion. */
async function pressAll(
  person: TestCaller,
  { paper: name, id }: Target,
  of: Readonly<Record<string, string>>,
): Promise<void> {
  const paper = server.app.papers.get(name)!;
  const { data: shown } = await site.admin.get(`${paper.path}/detail`, { id });
  const money = {
    receivableAmount: '20',
    amount: '20',
    laborFee: '20',
    discountAmount: '100',
    otherFee: '9',
    qty: '2',
    unitPrice: '1',
    paymentTypeId: wechat,
    technicianId: site.otherId,
    payer: 'manufacturer',
  };
  const collects = [{ collectType: 'labor', paymentTypeId: wechat, receivableAmount: '20', amount: '20' }];
  const body = { ...shown, ...money, ...of, reason, remark: reason, id, version: undefined };
  for (const path of ['submit', 'update', 'save']) await person.post(`${paper.path}/${path}`, body);
  for (const more of [{}, { amount: '-100', originCollectId: of.collectionId }])
    await person.post(`${paper.path}/submit`, { ...body, ...more, id: '' });
  await person.post(`${paper.path}/bulk`, { ids: [id], set: body });
  await person.post(`${paper.path}/bulk`, { rows: { [id]: body } });
  for (const path of ['remove', 'restore']) await person.post(`${paper.path}/${path}`, { ids: id, reason });
  for (const [verb, action] of Object.entries(paper.lifecycle?.actions ?? {}))
    await person.post(`${paper.path}/act`, {
      ...body,
      ...(await sampleQuery(server, action.asks, paper)),
      reason,
      id,
      action: verb,
    });
  const lines = [{ ...shown, ...money }];
  const header = { ...shown, ...money, dispatchListId: of.dispatchListId, visitResult: 'done' };
  for (const call of (server.app.behaviours.get(name)?.calls ?? []).filter((one) => one.method === 'POST')) {
    for (const draft of [true, false])
      await person.post(ownCallAddress(paper, call).replace('{id}', id), {
        ...of,
        ...money,
        id,
        ids: id,
        reason,
        lines,
        header,
        collects,
        equipment: lines,
        supplies: lines,
        charges: lines,
        draft,
        visitResult: 'done',
        result: 'refill',
      });
  }
}

test(
  '完工确认之后，现场的人用哪个接口都改不了它的钱、料和设备 after the confirmation no call of the field changes money, parts or machines',
  { timeout: MANY_MS },
  async () => {
    const of = await site.working(9, '已确认的客户');
    const done = good(
      await site.completed(
        of,
        {
          supplies: [{ materialId, qty: '1', unitPrice: '180', payer: 'customer' }],
          equipment: [{ equipmentName: '混水中心', qty: '1' }],
          collects: [{ collectType: 'labor', paymentTypeId: cash, receivableAmount: '120', amount: '120' }],
        },
        { laborFee: '120', unpaidReason: 'later' },
      ),
    ).data;
    good(await leader.post(`${VISITS}/confirm`, { id: of.id, pass: true }));
    good(await office.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.id, result: 'pass' }));
    const before = await standing(done.id);
    const rows = (
      await Promise.all(
        PARTS.map(async ([paper, key]) =>
          (
            await server.tables<{ id: string }>(
              `select id::text as id from ${server.app.papers.get(paper)!.table} where ${key} = $1`,
              [done.id],
            )
          ).map(({ id }): Target => ({ paper, id })),
        ),
      )
    ).flat();
    expect(new Set(rows.map((one) => one.paper))).toEqual(
      new Set(['completion', 'collection', 'completionSupply', 'completionEquipment']),
    );
    const points = {
      completionId: done.id,
      dispatchListId: of.id,
      dispId: of.dispId,
      registrationFormId: of.registrationFormId,
      customerId: done.customerId,
      collectionId: rows.find((one) => one.paper === 'collection')!.id,
    };
    for (const person of [site.man, site.other, site.dispatcher, await server.as('as_store')]) {
      for (const row of [...rows, { paper: 'visit', id: of.id }, { paper: 'dispatchForm', id: of.dispId }])
        await pressAll(person, row, points);
      expect(await standing(done.id), person.id).toEqual(before);
    }
    // While the completion is open, the same calls do change it.
    await server.tables("update ascompletionregistration set complete_status = 'refill' where id = $1", [done.id]);
    for (const row of rows) await pressAll(site.man, row, points);
    expect(await standing(done.id)).not.toEqual(before);
    const sums = await server.tables(
      'select practical_amount::text as sum from ascompletionregistration where id = $1',
      [done.id],
    );
    expect(sums).not.toEqual([{ sum: '120.00' }]);
  },
);
