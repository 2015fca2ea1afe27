import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { builtInCodes } from '../../alarms/built-in/built-in-rows.rules.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');

test('33 trouble codes come with their models, each once with its detecting rule', async () => {
  expect(new Set(builtInCodes.map((one) => one.code)).size).toBe(33);
  for (let time = 0; time < 2; time += 1) {
    const added = await iot.post('iot/device-thing-model/built-in');
    expect(added.status, added.msg).toBe(200);
  }
  const codes = await iot.get('iot/alarm-service/trouble-code/config/page', { size: 100 });
  expect(codes.data.total).toBe(33);
  // The five codes of purifiers have a rule for each of the three models; one more rule is on all devices.
  const rules = await iot.get('iot/device-alarm-config/page', { size: 100 });
  expect(rules.data.total).toBe(33 + 2 * 5 + 1);
  const category = await iot
    .inEnglish()
    .get('iot/alarm-service/trouble-code/category/page', { categoryCode: 'heat_pump' });
  expect(category.status, JSON.stringify(category.body)).toBe(200);
  expect(category.data.records?.[0].nameEn).toBe('Heat pump');
});
