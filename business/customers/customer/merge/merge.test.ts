import { expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { App } from '#kernel/server/app.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const lead = await server.as('as_cs_lead');
// Move the lead to the department of customer service.
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const at = 'blade-maintenance/webApi';
let count = 0;

interface Household {
  customerId: string;
  fileId: string;
  equipmentId: string;
  formId: string;
  orderId: string;
  no: string;
  name: string;
  phone: string;
}

/** Create a customer with a home, a machine, an accepted form and an urge. */
async function household(more: Record<string, unknown> = {}, address = ''): Promise<Household> {
  count += 1;
  const phone = `1395678${String(1000 + count)}`;
  const home = address || `上海市长宁区天山路${count}弄1号`;
  const { data: customer } = await cs.post(`${at}/ascustomer/submit`, {
    customerName: `合并${count}`,
    phone,
    addressDetail: home,
    customerServiceTeam: 'east',
    ...more,
  });
  const { data: file } = await cs.post(`${at}/registerMain/submit`, {
    customerId: customer.id,
    address: home,
    keyNote: `提示${count}`,
  });
  const { data: machine } = await cs.post(`${at}/asequipment/submit`, {
    registerMainId: file.id,
    equipmentName: '壁挂炉',
    equipmentCategory: 'boiler',
    systemType: 'boiler',
    installDate: `202${count % 6}-05-01`,
  });
  const { data: form } = await cs.post(`${at}/asrepairform/submit`, {
    customerId: customer.id,
    equipmentId: machine.id,
    repairType: 'boiler',
    faultCategory: 'noStart',
    description: '点不着',
    then: 'accept',
  });
  await cs.post(`${at}/asurgevisit/submit`, { repairFormId: form.id, urgeLevel: 'ask', content: '几点来？' });
  return {
    customerId: customer.id,
    fileId: file.id,
    equipmentId: machine.id,
    formId: form.id,
    orderId: form.registrationFormId,
    no: customer.customerNo,
    name: customer.customerName,
    phone,
  };
}

const customerOf = async (id: string, by: TestCaller = cs) => (await by.get(`${at}/ascustomer/detail`, { id })).data;

/** Wait until a job has ended. */
async function ended(
  job: string,
): Promise<{ state: string; answer: Record<string, unknown>; error: string; done: number; total: number }> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await lead.get('blade-core/job', { id: job });
    if (data.state === 'done' || data.state === 'failed') return data;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error(`job ${job} does not end`);
}

const merge = async (from: Household, into: Household) =>
  ended((await lead.post(`${at}/ascustomer/merge`, { fromId: from.customerId, intoId: into.customerId })).data.job);

/** Count the rows that name a customer, deleted ones included, over every field that can refer to one. */
async function named(app: App, id: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const paper of app.papers.values()) {
    for (const [name, field] of fieldsOf(paper)) {
      if (field.paper !== 'customer' || field.computed) continue;
      const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const [{ n }] = await server.tables<{ n: number }>(
        `select count(*)::int as n from ${paper.table} where ${field.many ? `$1 = any(${column})` : `${column} = $1`}`,
        [id],
      );
      if (n) found[`${paper.name}.${name}`] = n;
    }
  }
  return found;
}

test('the preview lists the moves, and moves nothing', async () => {
  const [from, into] = [await household({ tags: '样板房' }), await household()];
  const before = await named(server.app, from.customerId);
  const { data: plan } = await lead.get(`${at}/ascustomer/mergePreview`, {
    fromId: from.customerId,
    intoId: into.customerId,
  });
  expect(plan).toMatchObject({
    from: { customerNo: from.no, phone: expect.stringContaining('****') },
    into: { customerNo: into.no },
    total: 4,
    homes: [],
    begun: false,
  });
  expect(Object.fromEntries(plan.moves.map((one: { paper: string; count: number }) => [one.paper, one.count]))).toEqual(
    { repairForm: 1, registration: 1, serviceFile: 1, equipment: 1 },
  );
  expect(plan.learns).toEqual(
    expect.arrayContaining([
      { field: 'tags', label: '标签', value: '样板房' },
      { field: 'phone2', label: '备用电话', value: expect.stringContaining('****') },
    ]),
  );
  expect(await named(server.app, from.customerId)).toEqual(before);
  const english = await lead
    .inEnglish()
    .get(`${at}/ascustomer/mergePreview`, { fromId: from.customerId, intoId: into.customerId });
  expect(
    JSON.stringify([
      english.data.moves.map((one: { title: string }) => one.title),
      english.data.learns.map((one: { label: string }) => one.label),
    ]),
  ).not.toMatch(/[\u4e00-\u9fff]/);
});

test('all references move to the target; both histories log it; the source stays as a pointer', async () => {
  const [from, into] = [await household({ tags: '老客户', serviceCount: 3 }), await household()];
  const job = await merge(from, into);
  expect(job).toMatchObject({ state: 'done', answer: { fromId: from.customerId, intoId: into.customerId, moved: 4 } });
  expect(job.done).toBe(job.total);
  expect(await named(server.app, from.customerId)).toEqual({});
  for (const [path, id] of [
    ['registerMain', from.fileId],
    ['asequipment', from.equipmentId],
    ['asrepairform', from.formId],
    ['asregistrationform', from.orderId],
  ]) {
    expect((await cs.get(`${at}/${path}/detail`, { id })).data.customerId, path).toBe(into.customerId);
    const changes = (await cs.get(`${at}/${path}/history`, { id })).data.flatMap(
      (one: { changes: unknown[] }) => one.changes,
    );
    expect(changes, path).toContainEqual(
      expect.objectContaining({ field: 'customerId', old: from.name, new: into.name }),
    );
  }
  // The form keeps the name under which it was created; the file has the present one.
  expect((await cs.get(`${at}/asrepairform/detail`, { id: from.formId })).data.customerName).toBe(from.name);
  expect((await cs.get(`${at}/registerMain/detail`, { id: from.fileId })).data.customerName).toBe(into.name);
  const stays = await customerOf(into.customerId);
  expect(stays).toMatchObject({ tags: '老客户', merged: [{ customerNo: from.no, done: true }] });
  expect(
    (await cs.get(`${at}/ascustomer/list`, { phone2: from.phone })).data.records.map((row: { id: string }) => row.id),
  ).toEqual([into.customerId]);
  const gone = await cs.get(`${at}/ascustomer/detail`, { id: from.customerId });
  expect(gone).toMatchObject({ status: 404, reason: 'row.movedInto', data: { mergedInto: into.customerId } });
  expect(gone.msg).toContain(into.name);
  for (const id of [from.customerId, into.customerId])
    expect(
      (await cs.get(`${at}/ascustomer/history`, { id })).data.map((one: { action: string }) => one.action),
      id,
    ).toContain('merge');
  expect((await (await server.as('as_admin')).post(`${at}/ascustomer/restore`, { id: from.customerId })).reason).toBe(
    'maintenance.customerMerged',
  );
  expect((await cs.get(`${at}/ascustomer/selectCustomerHistoryList`, { customerId: into.customerId })).data.total).toBe(
    6,
  );
});

test('a home of both customers becomes one file, with all machines and notes', async () => {
  const address = '上海市徐汇区龙华西路88弄8号801室';
  const [from, into] = [await household({}, address), await household({}, address)];
  expect(
    (await lead.get(`${at}/ascustomer/mergePreview`, { fromId: from.customerId, intoId: into.customerId })).data.homes,
  ).toHaveLength(1);
  await merge(from, into);
  const { data: files } = await cs.get(`${at}/registerMain/list`, { customerId: into.customerId });
  expect(files.records.map((row: { id: string }) => row.id)).toEqual([into.fileId]);
  const { data: file } = await cs.get(`${at}/registerMain/detail`, { id: into.fileId });
  expect(file.keyNote).toMatch(/提示\d+；提示\d+/);
  expect((await cs.get(`${at}/asequipment/list`, { registerMainId: into.fileId })).data.total).toBe(2);
  expect((await cs.get(`${at}/asregistrationform/detail`, { id: from.orderId })).data).toMatchObject({
    registerMainId: into.fileId,
    customerId: into.customerId,
  });
});

test('a removed paper of the source is restored with the target', async () => {
  const [from, into] = [await household(), await household()];
  const { data: draft } = await cs.post(`${at}/asrepairform/submit`, {
    customerId: from.customerId,
    repairType: 'hvac',
    description: '草稿',
    draft: true,
  });
  await cs.post(`${at}/asrepairform/remove`, { ids: draft.id });
  await merge(from, into);
  expect((await cs.post(`${at}/asrepairform/restore`, { ids: draft.id })).status).toBe(200);
  expect((await cs.get(`${at}/asrepairform/detail`, { id: draft.id })).data.customerId).toBe(into.customerId);
});

test('a merged customer resolves to the final record', async () => {
  const [first, second, third] = [await household(), await household(), await household()];
  await merge(first, second);
  await merge(second, third);
  expect((await cs.get(`${at}/ascustomer/detail`, { id: first.customerId })).data).toMatchObject({
    mergedInto: third.customerId,
  });
  expect((await customerOf(third.customerId)).merged).toHaveLength(2);
});

test('an interrupted merge continues where it stopped and duplicates nothing', async () => {
  const [from, into] = [await household({ tags: '别墅' }), await household()];
  // The state after a crash in the first step: the source is disabled, and its file has moved.
  await server.tables('update ascustomer set merged_into_id = $2, status = 0 where id = $1', [
    from.customerId,
    into.customerId,
  ]);
  await server.tables('update registermain set customer_id = $2 where id = $1', [from.fileId, into.customerId]);
  expect((await cs.post(`${at}/ascustomer/update`, { id: from.customerId, remark: '改' })).reason).toBe(
    'maintenance.customerMerging',
  );
  expect((await cs.post(`${at}/registerMain/submit`, { customerId: from.customerId, address: '别处' })).reason).toBe(
    'row.invalid',
  );
  expect(await merge(from, into)).toMatchObject({ state: 'done', answer: { moved: 3 } });
  expect(await named(server.app, from.customerId)).toEqual({});
  expect((await lead.post(`${at}/ascustomer/merge`, { fromId: from.customerId, intoId: into.customerId })).reason).toBe(
    'row.missing',
  );
  expect((await customerOf(into.customerId)).tags).toBe('别墅');
});

test('a merge whose target is being merged too ends at the customer that remains, and waits for no other merge', async () => {
  const [first, second, third] = [await household({ tags: '样板房' }), await household(), await household()];
  // Both merges have begun, and no step of the second one is done yet.
  for (const [from, into] of [
    [first, second],
    [second, third],
  ])
    await server.tables('update ascustomer set merged_into_id = $2, status = 0 where id = $1', [
      from.customerId,
      into.customerId,
    ]);
  const begin = (from: Household, into: Household) =>
    server.work('as_cs_lead', (context) =>
      context.enqueueJob('mergeCustomers', ['合并客户', 'Merge customers'], {
        fromId: from.customerId,
        intoId: into.customerId,
      }),
    );
  expect(await ended(await begin(first, second))).toMatchObject({ state: 'done', answer: { moved: 4 } });
  expect((await cs.get(`${at}/registerMain/detail`, { id: first.fileId })).data.customerId).toBe(third.customerId);
  expect((await cs.get(`${at}/registerMain/detail`, { id: second.fileId })).data.customerId).toBe(second.customerId);
  expect(await ended(await begin(second, third))).toMatchObject({ state: 'done' });
  expect([await named(server.app, first.customerId), await named(server.app, second.customerId)]).toEqual([{}, {}]);
  expect((await customerOf(third.customerId)).tags).toBe('样板房');
});

test('three merges that begin one after the other end at the customer that remains', async () => {
  const [first, second, third, fourth] = [await household(), await household(), await household(), await household()];
  const jobs: string[] = [];
  for (const [from, into] of [
    [first, second],
    [second, third],
    [third, fourth],
  ])
    jobs.push(
      (await lead.post(`${at}/ascustomer/merge`, { fromId: from.customerId, intoId: into.customerId })).data.job,
    );
  for (const job of jobs) expect(await ended(job)).toMatchObject({ state: 'done' });
  for (const one of [first, second, third]) expect(await named(server.app, one.customerId)).toEqual({});
  expect((await cs.get(`${at}/ascustomer/detail`, { id: first.customerId })).data.mergedInto).toBe(fourth.customerId);
});

test('concurrent merges of one pair merge once; of two crosswise ones, one is refused', async () => {
  const [from, into] = [await household(), await household()];
  const both = await Promise.all(
    [0, 1].map(() => lead.post(`${at}/ascustomer/merge`, { fromId: from.customerId, intoId: into.customerId })),
  );
  for (const one of both) if (one.status === 200) await ended(one.data.job);
  expect(await named(server.app, from.customerId)).toEqual({});
  const [left, right] = [await household(), await household()];
  const ways = [
    { fromId: left.customerId, intoId: right.customerId },
    { fromId: right.customerId, intoId: left.customerId },
  ];
  const crossed = await Promise.all(ways.map((way) => lead.post(`${at}/ascustomer/merge`, way)));
  expect(crossed.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const slower = crossed.findIndex((one) => one.status === 409);
  expect(crossed[slower]!.reason).toBe('maintenance.customerNotInUse');
  // The refusal is the same after the job of the other merge has ended.
  await ended(crossed[1 - slower]!.data.job);
  expect((await lead.post(`${at}/ascustomer/merge`, ways[slower])).reason).toBe('maintenance.customerNotInUse');
  expect((await lead.post(`${at}/ascustomer/merge`, ways[1 - slower])).status).toBe(404);
});

test('a form accepted during the merge of its customer moves to the target', async () => {
  const [from, into] = [await household(), await household()];
  const forms = await Promise.all(
    Array.from({ length: 6 }, (_, at6) =>
      cs.post(`${at}/asrepairform/submit`, {
        customerId: from.customerId,
        repairType: ['hvac', 'floorHeat', 'freshAir', 'waterPure', 'softWater', 'smartHome'][at6],
        faultCategory: 'noStart',
        description: '同时',
      }),
    ),
  );
  const [job] = await Promise.all([
    merge(from, into),
    ...forms.map((form) => cs.post(`${at}/asrepairform/update`, { id: form.data.id, action: 'accept' })),
  ]);
  expect(job.state).toBe('done');
  expect(await named(server.app, from.customerId)).toEqual({});
});

test('a merge needs its right, customers in scope, and two different ones', async () => {
  const [from, into] = [await household(), await household()];
  const pair = { fromId: from.customerId, intoId: into.customerId };
  expect((await cs.post(`${at}/ascustomer/merge`, pair)).status).toBe(403);
  expect((await cs.get(`${at}/ascustomer/mergePreview`, pair)).status).toBe(403);
  const elsewhere = await server.as('as_cs_lead', { who: 'elsewhere' });
  expect((await elsewhere.post(`${at}/ascustomer/merge`, pair)).reason).toBe('row.missing');
  expect((await lead.post(`${at}/ascustomer/merge`, { ...pair, intoId: from.customerId })).reason).toBe(
    'maintenance.mergeCustomerIntoItself',
  );
  expect((await lead.post(`${at}/ascustomer/merge`, { ...pair, intoId: '4711' })).reason).toBe('row.missing');
  await cs.post(`${at}/ascustomer/update`, { id: into.customerId, status: 0 });
  expect((await lead.post(`${at}/ascustomer/merge`, pair)).reason).toBe('maintenance.customerNotInUse');
});
