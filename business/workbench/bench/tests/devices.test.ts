import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';
import { openBench } from '../../testing/bench-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const homes = await openHomes(server);
const bench = openBench(server);
const { iot, operator } = homes;
const { insert, inMinutes } = bench;
const stranger = await server.as('as_iot', { tenantId: '100777' });

const modelId = await homes.model('gw_bench');
const householdId = await homes.household({ roomAddressId: await homes.address() });
const gateway = await homes.device(modelId);
await homes.bind(householdId, gateway.mac);
await server.tables(
  "update iot_device set instance_status = 'active', online_status = 'offline', node_type = 'gateway', owned_since = $2::timestamptz - interval '9 days', last_online_time = $2, last_offline_time = $2 where id = $1",
  [gateway.id, inMinutes(-90)],
);
const online = await homes.device(modelId);
await server.tables("update iot_device set instance_status = 'active', online_status = 'online' where id = $1", [
  online.id,
]);

let alarms = 0;
const raised = (columns: Record<string, unknown>, tenant?: string): Promise<string> =>
  insert(
    'iot_alarm',
    {
      ...{ alarm_no: `AL-${++alarms}`, device_id: gateway.id, household_id: householdId, alarm_status: 'active' },
      ...{
        alarm_type: 'threshold',
        level: 'critical',
        title: '厨房漏水',
        detail: '水表 18.2 L/h',
        start_time: inMinutes(-3),
      },
      ...columns,
    },
    tenant,
  );
const task = (columns: Record<string, unknown>, tenant?: string): Promise<string> =>
  insert(
    'iot_instruction_task',
    {
      task_no: `ZL-${++alarms}`,
      task_name: '采暖降温',
      target_count: 240,
      failed_count: 0,
      risk_level: 'low',
      ...columns,
    },
    tenant,
  );

test('an engineer has danger first, then what is cut off, then what is due, then decisions; each pile by its rank', async () => {
  await raised({});
  await raised({ title: '燃气', start_time: inMinutes(-9) });
  await raised({ alarm_status: 'confirmed', title: '已有人管' });
  await raised({ level: 'minor', title: '不急' });
  await raised({ alarm_type: 'storm', title: '光纤中断', household_id: null, member_count: 312 });
  await raised({ alarm_status: 'suppressed', shelved_until: inMinutes(20) });
  for (const reason of ['range', 'range', 'json'])
    await insert('iot_ingest_reject', { device_id: gateway.id, reason, reject_time: inMinutes(-1), topic: 'a/b' });
  const failing = await task({ task_status: 'running', failed_count: 11, expire_time: inMinutes(600) });
  await task({ task_status: 'review', task_name: '待复核的' });
  await insert('iot_upgrade_task', {
    ...{ task_no: 'SJ-1', task_name: '主控 2.4.0', task_status: 'paused', pause_reason: '失败 3.9%' },
    ...{ target_count: 455, failed_count: 11, firmware_id: '1', upgrade_mode: 'static', scope_type: 'all' },
  });
  expect(await bench.sections(iot)).toEqual({
    danger: ['告警 沈怡然', '告警 沈怡然'],
    cut: ['风暴', '拒收 超出范围', '拒收 不是JSON'],
    due: ['升级 主控 2.4.0', '搁置 1 条告警', '指令 采暖降温'],
    decide: ['复核 待复核的'],
  });
  const { rows, count } = await bench.list(iot);
  expect(count).toBe(rows.length);
  expect(rows.filter((row) => row.section === 'danger').map(({ fact }) => fact)).toEqual(['燃气', '厨房漏水']);
  expect(rows[0]).toMatchObject({ tone: 'red', when: 'came', asks: false });
  expect(rows[0].verbs.map(({ label }) => label[0])).toEqual(['转报修', '确认', '看此刻']);
  expect(rows.find(({ id }) => id === failing)?.verbs[0]).toMatchObject({
    label: ['重试 11 台', 'Retry 11'],
    many: 11,
  });
  // Only the lead of the engineers approves, so an engineer is offered to look.
  expect(rows.at(-1)?.verbs.map(({ action }) => action)).toEqual(['']);
  const lead = await bench.list(await server.as('as_iot_lead'));
  expect(lead.rows.find(({ pile }) => pile === 'tasksToReview')?.verbs[0]).toMatchObject({ action: 'approve' });
});

test('an engineer sees nothing of another company; roles without a list have their piles', async () => {
  await raised({ device_id: '1', household_id: null }, '100777');
  expect((await bench.list(iot)).sections[0].count).toBe(2);
  const other = await bench.list(stranger);
  expect(other.rows.map(({ pile }) => pile)).toEqual(['criticalAlarms']);
  const { piles, ordered } = await bench.work(await server.as('as_cs'));
  expect([ordered, piles.some(({ name }) => name === 'criticalAlarms')]).toEqual([null, false]);
  expect(piles.find(({ name }) => name === 'alarms')?.rows).toEqual([]);
  const own = (await bench.work(iot)).piles.find(({ name }) => name === 'alarms');
  expect(own).toMatchObject({ count: 3, verb: 'confirm', rows: { length: 3 } });
  expect(Object.keys(own ?? {})).not.toContain('section');
});

test('figures count exactly the rows behind their links, and are absent without cases or right', async () => {
  const before = await bench.figures(iot);
  expect(Object.keys(before)).toEqual(['devicesOnline', 'messagesStored']);
  expect(before.devicesOnline).toMatchObject({ value: 50, good: 1, of: 2, target: 98 });
  expect(before.messagesStored).toMatchObject({ good: 0, of: 3 });
  for (const [exec_status, tenant] of [
    ['success', '000000'],
    ['failed', '000000'],
    ['skipped', '000000'],
    ['sent', '000000'],
    ['success', '100777'],
  ])
    await insert(
      'iot_instruction_task_device',
      { exec_status, command_time: inMinutes(-1), device_id: online.id, title: '设温度', content: '{}', attempt: 1 },
      tenant,
    );
  const figures = await bench.figures(iot);
  expect(figures.commandsDone).toMatchObject({
    value: 33.3,
    good: 1,
    of: 3,
    because: ['2 台没成：失败 1，已跳过 1', expect.any(String)],
  });
  for (const { links } of Object.values(figures))
    for (const { to, rows } of links) expect(await bench.behind(iot, to), to).toBe(rows);
  expect(Object.keys(await bench.figures(await server.as('as_cs')))).toEqual([]);
  await server.tables("update iot_ingest_reject set reject_time = reject_time - interval '2 days'");
  expect(Object.keys(await bench.figures(iot))).toEqual(['devicesOnline', 'commandsDone']);
  await server.tables("update iot_ingest_reject set reject_time = reject_time + interval '2 days'");
});

test('a pile that cannot be read is named in its section, and the others are there', async () => {
  await server.tables('alter table iot_upgrade_task rename column pause_reason to pause_reason_away');
  try {
    const { sections, rows } = await bench.list(iot);
    expect(sections.find(({ name }) => name === 'due')?.failed).toEqual([
      ['升级停着或有失败', 'Upgrades that stopped or failed'],
    ]);
    expect(rows.filter(({ section }) => section === 'due').map(({ pile }) => pile)).toEqual([
      'shelvedToday',
      'commandsFailed',
    ]);
  } finally {
    await server.tables('alter table iot_upgrade_task rename column pause_reason_away to pause_reason');
  }
  expect((await bench.list(iot)).sections.every(({ failed }) => failed.length === 0)).toBe(true);
});

test('what comes by itself: shelved alarms, plans and ends of suppressions, the earliest first', async () => {
  await task({ task_status: 'scheduled', task_name: '夜里校时', schedule_time: inMinutes(300), target_count: 1754 });
  await insert('iot_alarm_suppression', {
    name: '施工',
    suppress_type: 'maintenance',
    enabled: true,
    start_time: inMinutes(-60),
    end_time: inMinutes(120),
  });
  expect(await bench.next(iot)).toEqual(['搁置到期 1 条', '抑制规则到期 1 条', '夜里校时 1754 台']);
});

test('an operator has danger, homes cut off, then residents by their 24 hours; figures equal their rows', async () => {
  const waiting = await homes.household({ name: '吴子轩', roomAddressId: await homes.address() });
  await server.tables("update op_household set household_status = 'active' where id = $1", [householdId]);
  await homes.member(householdId, { name: '周晚' });
  await insert('op_client_opinion', {
    content: '怎么设最省电',
    opinion_type: 'consult',
    feedback_status: 'pending',
    household_id: householdId,
  });
  await server.tables("update op_client set create_time = create_time - interval '20 hours' where name = '周晚'");
  const sections = await bench.sections(operator);
  expect(sections).toMatchObject({ danger: ['告警 沈怡然', '告警 沈怡然'], cut: ['风暴', '离线 沈怡然'] });
  expect(sections.waiting[0]).toBe('成员 周晚');
  expect(sections.waiting.slice(1).toSorted()).toEqual(['意见', '激活 吴子轩'].toSorted());
  const { rows } = await bench.list(operator);
  expect(rows.find(({ id }) => id === waiting)).toMatchObject({ when: 'due', late: false });
  expect(rows.find(({ pile }) => pile === 'feedbackToAnswer')).toMatchObject({ asks: true });
  const gateway = await server.tables(
    `update iot_device set owned_since = $2::timestamptz - interval '5 days', instance_status = 'active', online_status = 'offline'
     where household_id = $1 and node_type = 'gateway' returning id`,
    [householdId, inMinutes(0)],
  );
  expect(gateway).toHaveLength(1);
  await server.tables(
    "insert into iot_online_day (device_id, day, tenant_id, online_sec, changes) select id, ($2::timestamptz - interval '1 day')::date, tenant_id, 43200, 2 from iot_device where household_id = $1 and node_type = 'gateway'",
    [householdId, inMinutes(0)],
  );
  const figures = await bench.figures(operator);
  expect(figures.homesOnline).toMatchObject({ good: 0, of: 1 });
  expect(figures.homesOnline.series.slice(-3)).toEqual([null, 50, 0]);
  expect(figures.criticalAttended).toMatchObject({ value: null, of: 5 });
  for (const { links } of Object.values(figures))
    for (const { to, rows: counted } of links) expect(await bench.behind(operator, to), to).toBe(counted);
});

test('by keyboard an engineer confirms an alarm on its row, pauses a task and takes it back', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, '/wel/index');
  const open = page.locator('.bench-row[data-open=true]');
  await open.locator('.bench-who', { hasText: '燃气' }).waitFor();
  await page.keyboard.press('a');
  await page.locator('.bench-row[data-done=true]', { hasText: '已确认' }).waitFor();
  await open.locator('.bench-who', { hasText: '厨房漏水' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-open'))).toBe('true');
  // The verb of an upgrade acts at once, and U takes it back.
  await server.tables("update iot_upgrade_task set task_status = 'running'");
  await page.keyboard.press('n');
  const upgrade = page.locator('.bench-row', { hasText: '主控 2.4.0' });
  await upgrade.locator('.bench-verb', { hasText: '暂停' }).waitFor();
  await page.keyboard.press('5');
  await upgrade.locator('.button.strong', { hasText: '暂停' }).waitFor();
  await page.keyboard.press('Enter');
  await upgrade.locator('.bench-who', { hasText: '已暂停' }).waitFor();
  expect((await server.tables('select task_status from iot_upgrade_task'))[0].task_status).toBe('paused');
  await page.keyboard.press('u');
  await upgrade.locator('.button.strong').waitFor();
  await expect
    .poll(async () => (await server.tables('select task_status from iot_upgrade_task'))[0].task_status)
    .toBe('running');
  await page.keyboard.press('ArrowUp');
  await open.locator('.bench-kind', { hasText: '拒收' }).waitFor();
  await page.locator('[data-figure="commandsDone"] em', { hasText: '差 64.7 点' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
