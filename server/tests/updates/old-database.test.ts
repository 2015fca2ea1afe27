import { expect, test } from 'vitest';
import { completionCharge } from '#business/completion/charges/completion-charge.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { updateProduct } from './update-product.ts';

const server = await openTestServer(import.meta.url);

test('an other fee typed before there were lines becomes one at the update: no debt changes', async () => {
  const { id } = await saved(server, completion, { laborFee: '20' });
  await saved(server, completionCharge, { completionId: id, amount: '80' });
  await server.tables('alter table ascompletionregistration add column extra_fee numeric(12, 2)');
  await server.tables(
    "update ascompletionregistration set other_fee = 30, extra_fee = 80, labor_fee = 20, material_fee = 0, mileage_fee = 0, discount_amount = 0, receivable_amount = 130, complete_status = 'submitted' where id = $1",
    [id],
  );
  // Store a report as before the patch: with a single measure beside the number of rows.
  await server.tables('alter table blade_report_file add column measure text, drop column measures, drop column shape');
  await server.tables(
    "insert into blade_report_file (id, tenant_id, name, paper_name, group_by, measure, span, schedule, create_time, update_time) values (77, '000000', '旧报表', 'consumable', 'createTime', 'price', 'all', 'none', now(), now())",
  );
  await server.tables(
    "delete from anju_patch where id like '%other-fees-are-lines' or id like '%reports-have-several-measures'",
  );
  await server.tables("delete from anju_meta where id = 'plan'");
  expect(await updateProduct(server)).toBeGreaterThan(0);
  expect(
    await server.tables(
      "select 1 from information_schema.columns where table_name = 'ascompletionregistration' and column_name = 'extra_fee'",
    ),
  ).toEqual([]);
  expect(
    await server.tables(
      'select other_fee::text as other, receivable_amount::text as owed from ascompletionregistration where id = $1',
      [id],
    ),
  ).toEqual([{ other: '110.00', owed: '130.00' }]);
  expect(
    await server.tables(
      'select charge_type as kind, amount::text from ascompletioncharge where completion_id = $1 order by amount',
      [id],
    ),
  ).toEqual([
    { kind: 'other', amount: '30.00' },
    { kind: expect.any(String), amount: '80.00' },
  ]);
  expect(await server.tables('select shape, measures from blade_report_file where id = 77')).toEqual([
    { shape: 'groups', measures: [{ how: 'sum', name: 'price' }, { how: 'count' }] },
  ]);
  const { sql } = server.app.invariants.find((one) => one.code === 'M1')!;
  expect(
    await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
      '000000',
      '2026-11-23 12:00:00',
    ]),
  ).toEqual([]);
  // A second start changes nothing.
  expect(await updateProduct(server)).toBe(0);
});

test('a new button is granted to its roles in every existing company, and a removal by an administrator remains', async () => {
  const buttons = ['staff_privacy_view', 'staff_phone_view'];
  const held = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (
        await server.tables<{ code: string; aliases: string[] }>(
          "select m.code, array_agg(r.role_alias::text order by r.role_alias) as aliases from blade_role_menu g join blade_menu m on m.id = g.menu_id and m.is_deleted = 0 join blade_role r on r.id = g.role_id and r.tenant_id = g.tenant_id where g.tenant_id = '000000' and m.code = any($1) and r.role_alias like 'as\\_%' group by m.code",
          [buttons],
        )
      ).map((row) => [row.code, row.aliases]),
    );
  await server.tables('delete from blade_role_menu where menu_id in (select id from blade_menu where code = any($1))', [
    buttons,
  ]);
  await server.tables('delete from blade_menu where code = any($1)', [buttons]);
  await server.tables("delete from anju_meta where id = 'needed'");
  await updateProduct(server);
  expect(await held()).toEqual({
    staff_privacy_view: ['as_admin', 'as_hr', 'as_manager'],
    staff_phone_view: expect.arrayContaining(['as_dispatcher', 'as_leader']),
  });
  await server.tables(
    "delete from blade_role_menu where menu_id in (select id from blade_menu where code = 'staff_privacy_view') and role_id in (select id from blade_role where role_alias = 'as_manager' and tenant_id = '000000')",
  );
  await server.tables("delete from anju_meta where id = 'needed'");
  await updateProduct(server);
  expect((await held()).staff_privacy_view).toEqual(['as_admin', 'as_hr']);
});
