import { describe, expect, test } from 'vitest';
import { type Body, keeper, saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { sql } from '#kernel/server';
import { paperNamed } from '#kernel/server/app.ts';
import { repairAnnex } from '#business/intake/repair-form/repair-annex.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { stockMove } from '#business/materials/stores/stock-move.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import type { Draft } from '#kernel/language/paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const admin = await keeper(server);
const cs = await server.as('as_cs');
const technician = await server.as('as_technician');
let count = 0;

interface Case {
  customer: string;
  serviceFile: string;
  equipment: string;
  repairForm: string;
  registration: string;
  urge: string;
}

/** Create a customer with all papers that follow from their call, for a team. */
async function callOf(by: TestCaller, customerServiceTeam: string): Promise<Case> {
  count += 1;
  const address = `上海市浦东新区丁香路${count}弄1号`;
  const made = async (path: string, body: Body): Promise<Body & { id: string }> => {
    const answer = await by.post(`${at}/${path}/submit`, body);
    expect(answer.status, `${path}: ${answer.msg}`).toBe(200);
    return answer.data;
  };
  const customer = await made('ascustomer', {
    customerName: `范围${count}`,
    phone: `1370101${String(1000 + count)}`,
    addressDetail: address,
    customerServiceTeam,
  });
  const file = await made('registerMain', { customerId: customer.id, address });
  const machine = await made('asequipment', {
    registerMainId: file.id,
    equipmentName: '新风主机',
    equipmentCategory: 'freshUnit',
    systemType: 'freshAir',
  });
  const form = await made('asrepairform', {
    customerId: customer.id,
    equipmentId: machine.id,
    repairType: 'freshAir',
    faultCategory: 'noise',
    description: '异响',
    then: 'accept',
    reason: '客服不在',
  });
  const urge = await made('asurgevisit', { repairFormId: form.id, urgeLevel: 'ask', content: '几点来？' });
  return {
    customer: customer.id,
    serviceFile: file.id,
    equipment: machine.id,
    repairForm: form.id,
    registration: String(form.registrationFormId),
    urge: urge.id,
  };
}

/** `ours`: a case of customer service for team east. `theirs`: a case of another department for team west. */
const ours = await callOf(cs, 'east');
const theirs = await callOf(admin, 'west');
const papers = Object.keys(ours) as (keyof Case)[];

/** The cases that each role sees, by §2 of the specification. */
const sees: readonly (readonly [alias: string, cases: readonly Case[] | null])[] = [
  ['as_cs', [ours]],
  ['as_cs_lead', []],
  ['as_dispatcher', [ours]],
  ['as_leader', [ours]],
  ['as_technician', []],
  ['as_store', [ours, theirs]],
  ['as_finance', [ours, theirs]],
  ['as_piece_auditor', [ours, theirs]],
  ['as_manager', [ours, theirs]],
  ['as_admin', [ours, theirs]],
  ['as_store_lead', [ours, theirs]],
  ['as_finance_lead', [ours, theirs]],
  ['as_piece_lead', [ours, theirs]],
  ['as_hr', null],
  ['as_sap', null],
  ['as_customer', null],
];

describe.each(sees)('%s', (alias, cases) => {
  test.each(papers)('sees the rows of its scope of %s, in list, detail, history and pickers', async (name) => {
    const by = alias === 'as_cs' ? cs : await server.as(alias);
    const paper = paperNamed(server.app, name);
    const wanted = (cases ?? []).map((one) => one[name]).toSorted();
    const list = await by.get(`${paper.path}/page`, { id_in: `${ours[name]},${theirs[name]}` });
    if (cases === null) {
      expect(list.status).toBe(403);
      return;
    }
    expect((list.data.records as Body[]).map((row) => String(row.id)).toSorted()).toEqual(wanted);
    for (const one of [ours, theirs]) {
      const status = cases.includes(one) ? 200 : 404;
      for (const call of ['detail', 'history'])
        expect((await by.get(`${paper.path}/${call}`, { id: one[name] })).status, call).toBe(status);
    }
    const picked = (await by.get('blade-core/options', { paper: name, ids: `${ours[name]},${theirs[name]}` }))
      .data as Body[];
    expect(picked.map((row) => String(row.id)).toSorted()).toEqual(wanted);
  });
});

test('a lead sees the rows of their department and those below it', async () => {
  const lead = await server.as('as_cs_lead', { who: 'above' });
  await server.tables(
    'update blade_dept set parent_id = (select dept_id[1] from blade_user where id = $1) where id = (select dept_id[1] from blade_user where id = $2)',
    [lead.id, cs.id],
  );
  server.app.ports.forget('000000');
  expect(
    (await lead.get(`${at}/ascustomer/page`, { id_in: `${ours.customer},${theirs.customer}` })).data.records.map(
      (row: Body) => row.id,
    ),
  ).toEqual([ours.customer]);
});

describe('technicians', () => {
  test('a technician sees only their own row; everybody else sees all', async () => {
    const paper = paperNamed(server.app, 'technician');
    const [me, other] = [
      await saved(server, paper, { userId: technician.id, realName: '本人甲' }),
      await saved(server, paper, { realName: '别人乙' }),
    ];
    expect((await technician.get(`${paper.path}/list`)).data.records.map((row: Body) => row.id)).toEqual([me.id]);
    for (const call of ['detail', 'history'])
      expect([
        (await technician.get(`${paper.path}/${call}`, { id: me.id })).status,
        (await technician.get(`${paper.path}/${call}`, { id: other.id })).status,
      ]).toEqual([200, 404]);
    expect(
      (await technician.get('blade-core/options', { paper: 'technician' })).data.map((row: Body) => row.id),
    ).toEqual([me.id]);
    expect(JSON.stringify((await technician.get('blade-core/search', { q: '别人乙' })).data)).not.toContain(other.id);
    expect(JSON.stringify((await cs.get('blade-core/search', { q: '别人乙' })).data)).toContain(other.id);
    expect(
      (await technician.post('blade-core/reveal', { paper: 'technician', id: other.id, field: 'phone', reason: 'x' }))
        .status,
    ).toBe(403);
    for (const alias of ['as_cs', 'as_dispatcher', 'as_leader', 'as_hr', 'as_manager'])
      expect(
        (await (await server.as(alias)).get(`${paper.path}/list`, { id_in: `${me.id},${other.id}` })).data.total,
        alias,
      ).toBe(2);
  });

  test('premises are visible to call takers and dispatchers; a technician sees only those of their jobs', async () => {
    const premises = paperNamed(server.app, 'premises');
    const estate = await saved(server, premises);
    expect((await technician.get(`${premises.path}/list`)).data.total).toBe(0);
    expect((await technician.get(`${premises.path}/detail`, { id: estate.id })).status).toBe(404);
    for (const alias of ['as_cs', 'as_dispatcher', 'as_leader', 'as_store'])
      expect((await (await server.as(alias)).get(`${premises.path}/detail`, { id: estate.id })).status, alias).toBe(
        200,
      );
  });

  test('a technician sees shared master data: skills, standards, manufacturers', async () => {
    for (const name of ['skill', 'serviceStandard', 'manufacturer']) {
      const paper = paperNamed(server.app, name);
      const row = await saved(server, paper);
      expect((await technician.get(`${paper.path}/detail`, { id: row.id })).status, name).toBe(200);
    }
  });
});

test('own calls follow the same permissions, and mask customers’ numbers', async () => {
  await server.work('as_store', async (context) => {
    const item = await context.create(material, {
      itemCode: 'COST-1',
      itemName: '循环泵',
      itmsGrpNam: '水泵',
      materialType: 'part',
      unit: 'pcs',
      salePrice: '180',
    } as Draft<typeof material>);
    const [supplier, main] = [
      await context.call(storeOfPerson, { virtual: 'supplier' }),
      (await context.create(warehouse, { warehouseCode: 'COST', warehouseName: '总库', warehouseType: 'main' })).id,
    ];
    await context.call(postStock, {
      bill: { type: 'shipment', id: '1', no: 'C1' },
      moves: [
        {
          step: 'cost',
          lineId: null,
          materialId: item.id,
          fromWarehouseId: supplier,
          toWarehouseId: main,
          qty: '2',
          unitCost: '88.5',
        },
      ],
    });
  });
  const costs = (role: string): Promise<unknown[]> =>
    server.work(role, async (context) =>
      (await context.visible(stockMove, { match: { billNo: 'C1' } }).rows({ limit: 5 })).map((row) =>
        'unitCost' in row ? Number(row.unitCost) : 'not there',
      ),
    );
  for (const role of ['as_store', 'as_finance', 'as_manager', 'as_admin'])
    expect(await costs(role), role).toEqual([88.5]);
  for (const role of ['as_cs', 'as_dispatcher', 'as_leader']) expect(await costs(role), role).toEqual(['not there']);
  const phones = await server.work('as_manager', async (context) =>
    (await context.visible(customer, { match: { id: ours.customer } }).rows({ first: 1 })).map((row) => row.phone),
  );
  expect(phones).toEqual([expect.stringContaining('****')]);
});

test('every reader of a person returns the same rows, and none to a person without permission', async () => {
  const ours = await callOf(admin, 'east');
  const match = { id: ours.customer };
  const read = (role: string): Promise<unknown> =>
    server.work(role, async (context) => {
      const visible = context.visible(customer, { match });
      const condition = await visible.sql();
      return {
        rows: (await visible.rows({ limit: 5 })).map((row) => row.id),
        words: (await visible.words()).map((row) => row.id),
        count: await visible.count(),
        sql: (
          await context.sql.query<{ id: string }>(sql`select t.id::text as id from ascustomer t where ${condition}`)
        ).map((row) => row.id),
        all: await visible.all([ours.customer]).then(
          (rows) => rows.map((row) => row.id),
          (error: { status?: number }) => error.status,
        ),
      };
    });
  const seen = [ours.customer];
  expect(await read('as_manager')).toEqual({ rows: seen, words: seen, count: 1, sql: seen, all: seen });
  expect(await read('as_technician')).toEqual({ rows: [], words: [], count: 0, sql: [], all: 404 });
});

test('parts are readable only through a row that was shown', async () => {
  const ours = await callOf(admin, 'east');
  const other = await callOf(admin, 'east');
  await server.work('as_manager', async (context) => {
    const [form] = await context.visible(repairForm, { query: { id: ours.repairForm } }).words({ first: 1 });
    const annexes = (repairFormId: string) => context.visible(repairAnnex, { query: { repairFormId }, partOf: form });
    expect(await annexes(ours.repairForm).words()).toEqual([]);
    await expect(annexes(other.repairForm).words()).rejects.toThrow('without the row that was shown');
    expect(await context.visible(repairAnnex, { query: { repairFormId_in: '' }, partOf: form }).count()).toBe(0);
    await expect(async () => context.visible(customer, { button: 'edit' }).page({})).rejects.toThrow('its own query');
  });
});
