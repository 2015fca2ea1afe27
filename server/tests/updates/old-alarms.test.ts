import { expect, test } from 'vitest';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { builtInCodes } from '#business/iot/alarms/built-in/built-in-rows.rules.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { updateProduct } from './update-product.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');

interface RuleRow {
  readonly rule: string;
  readonly model: string | null;
  readonly code: string | null;
  readonly levels: unknown;
}

const rulesNow = (): Promise<RuleRow[]> =>
  server.tables<RuleRow>(
    `select r.rule_code as rule, m.model_code as model, c.code, r.create_rules as levels from iot_alarm_rule r left join iot_thing_model m on m.id = r.model_id
     left join iot_trouble_code c on c.id = r.trouble_code_id where r.is_deleted = 0 order by 1, 2`,
  );
const codesNow = () =>
  server.tables(
    `select c.code, k.category_code as category, m.model_code as model, c.level, c.auto_repair as how, c.safety, c.solution_zh as solution, c.look_at as shows from iot_trouble_code c
     join iot_trouble_category k on k.id = c.category_id left join iot_thing_model m on m.id = c.model_id where c.is_deleted = 0 order by 1, 2`,
  );

test('a company with models from before alarms gets their codes and rules at the update, once', async () => {
  const made = await iot.post('iot/device-thing-model/built-in');
  expect(made.status, made.msg).toBe(200);
  const [rules, codes] = [await rulesNow(), await codesNow()];
  expect(codes).toHaveLength(builtInCodes.length);
  await server.tables('delete from iot_alarm_rule');
  await server.tables('delete from iot_trouble_code');
  await server.tables('delete from iot_trouble_category');
  for (let round = 0; round < 2; round += 1) {
    await server.tables(
      "delete from anju_patch where id in ('operation/0002-trouble-codes-for-companies-that-are-there', 'operation/0003-trouble-codes-know-where-they-show')",
    );
    await server.tables("delete from anju_meta where id = 'plan'");
    expect(await updateProduct(server)).toBeGreaterThan(0);
    expect(await rulesNow()).toEqual(rules);
    expect(await codesNow()).toEqual(codes);
  }
  // The call that changes new rules also changes the converted ones.
  const [one] = (await iot.get('iot/device-alarm-config/page', { ruleCode: 'e01_heat_pump' })).data.records;
  expect((await iot.post('iot/device-alarm-config/update', { id: one.id, priority: 3 })).status).toBe(200);
});

test('a text that names an alarm becomes a reference to it; any other is retained in the diagnosis', async () => {
  const [first, second, plain] = [
    await saved(server, repairForm),
    await saved(server, repairForm),
    await saved(server, repairForm),
  ];
  const raised = await saved(server, alarm);
  await server.tables('alter table asrepairform drop column alarm_id');
  await server.tables('alter table asrepairform add column alarm_id text');
  await server.tables('update asrepairform set alarm_id = $2 where id = $1', [first.id, raised.alarmNo]);
  await server.tables("update asrepairform set alarm_id = 'AL-UNKNOWN', diagnosis = $2 where id = $1", [
    second.id,
    { model: 'HP-10' },
  ]);
  await server.tables("delete from anju_patch where id = 'operation/0001-alarms-of-repair-forms-are-rows'");
  await server.tables("delete from anju_meta where id = 'plan'");
  expect(await updateProduct(server)).toBeGreaterThan(0);
  expect(
    await server.tables(
      'select id::text as id, alarm_id::text as alarm, diagnosis from asrepairform where id = any($1::bigint[]) order by id',
      [[first.id, second.id, plain.id]],
    ),
  ).toEqual([
    { id: first.id, alarm: raised.id, diagnosis: null },
    { id: second.id, alarm: null, diagnosis: { model: 'HP-10', alarmNo: 'AL-UNKNOWN' } },
    { id: plain.id, alarm: null, diagnosis: null },
  ]);
});

test('a text that names a device of the company becomes a reference to it, by any of its names', async () => {
  const [byId, byKey, unknown, elsewhere] = [
    await saved(server, equipment),
    await saved(server, equipment),
    await saved(server, equipment),
    await saved(server, equipment),
  ];
  const [one, other] = [await saved(server, device), await saved(server, device)];
  const stranger = await saved(server, device, {}, '100001');
  await server.tables('alter table asequipment drop column instance_id');
  await server.tables('alter table asequipment add column instance_id text');
  for (const [row, text] of [
    [byId, one.id],
    [byKey, other.deviceKey],
    [unknown, 'HP-NOWHERE'],
    [elsewhere, stranger.id],
  ] as const)
    await server.tables('update asequipment set instance_id = $2 where id = $1', [row.id, text]);
  await server.tables("delete from anju_patch where id = 'operation/0004-equipment-names-its-device'");
  await server.tables("delete from anju_meta where id = 'plan'");
  expect(await updateProduct(server)).toBeGreaterThan(0);
  const rows = await server.tables<{ id: string; device: string | null }>(
    'select id::text as id, instance_id::text as device from asequipment where id = any($1::bigint[])',
    [[byId.id, byKey.id, unknown.id, elsewhere.id]],
  );
  expect(new Map(rows.map((row) => [row.id, row.device]))).toEqual(
    new Map([
      [byId.id, one.id],
      [byKey.id, other.id],
      [unknown.id, null],
      [elsewhere.id, null],
    ]),
  );
});
