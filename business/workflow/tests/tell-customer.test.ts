import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import type { SimulatedChannel } from '#kernel/server/ports/channels/simulator.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, startInstanceOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs] = [await server.as('as_manager'), await server.as('as_cs')];
const boss = await server.as('administrator');
const sms = server.app.channels.sms as SimulatedChannel;
ok(
  await boss.post('blade-maintenance/webApi/assms/submit', {
    templateCode: 'flow1',
    templateName: '延期',
    smsScene: 'delay',
    content: '${name}您好，${no}改到${from}，${why}',
    isMarketing: false,
  }),
);
const input = (name: string, value: string): string => `<anju:input name="${name}" value="${value}" />`;
const telling = (key: string, scene: string): string =>
  drawing(
    key,
    `<startEvent id="s" anju:fields='{"customerId":"edit","no":"edit"}' /><serviceTask id="x" name="通知客户" anju:service="message.tellCustomer"><extensionElements>${input('customer', '${customerId}')}${input('scene', scene)}${input('no', '${no}')}${input('from', '明天上午')}${input('why', '在等配件')}</extensionElements></serviceTask><endEvent id="e" />${chain('s', 'x', 'e')}`,
  );

test('a process tells a customer by the template of a scene, once, after the commit', async () => {
  const row = await saved(server, customer, { phone: '13800138123', customerName: '王芳' });
  const version = await deploy(keeper, telling('tells', 'delay'));
  await startInstanceOf(cs, version, { customerId: row.id, no: 'BX1' });
  await server.delivered();
  const messages = [...sms.handed.values()].filter((one) => one.to === '13800138123');
  expect(messages.map((one) => one.text)).toEqual(['王芳您好，BX1改到明天上午，在等配件']);
  expect(
    await server.tables('select biz_type, biz_id::text as id, sms_status from assmslog where phone = $1', [
      '13800138123',
    ]),
  ).toMatchObject([{ biz_type: 'customer', id: row.id }]);
});

test('an unknown customer or scene is refused, and no process starts', async () => {
  const version = await deploy(keeper, telling('nobody', 'delay'));
  const ask = (processDefinitionId: string, variables: object) =>
    cs.post('blade-flow/process/start', { processDefinitionId, variables });
  expect(await ask(version, { customerId: '12', no: 'BX1' })).toMatchObject({
    status: 409,
    reason: 'workflow.noCustomer',
  });
  const row = await saved(server, customer);
  expect(await ask(await deploy(keeper, telling('scene', 'party')), { customerId: row.id })).toMatchObject({
    status: 409,
    reason: 'workflow.noScene',
    msg: expect.stringContaining('party'),
  });
  expect(
    await server.tables(
      "select 1 from wf_instance i join wf_definition d on d.id = i.definition_id where d.key = 'nobody'",
    ),
  ).toEqual([]);
});
