import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from '../../patches/0006-dangerous-services-have-a-risk.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');

const risks = async (): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (
      await server.tables<{ name: string; risk: string | null }>(
        "select distinct m.model_code || ' ' || a.identifier as name, a.risk from iot_model_attribute a join iot_thing_model m on m.id = a.model_id where a.attr_type = 'service'",
      )
    ).map(({ name, risk }) => [name, risk]),
  );

test('dangerous services of existing models become of high risk, once, and a chosen risk stays', async () => {
  expect((await iot.post('iot/device-thing-model/built-in')).status).toBe(200);
  const fresh = await risks();
  expect(Object.values(fresh)).toContain('high');
  expect(fresh['gw01 reboot']).toBe('high');
  await server.tables("update iot_model_attribute set risk = null where attr_type = 'service'");
  // An engineer has chosen a low risk for one of them.
  await server.tables(
    "update iot_model_attribute set risk = 'low' where identifier = 'reboot' and model_id in (select id from iot_thing_model where model_code = 'gw01')",
  );
  for (let times = 0; times < 2; times += 1) await patch.apply((text, values) => server.tables(text, values as never));
  const mended = await risks();
  const isHigh = (all: Record<string, string | null>): string[] =>
    Object.keys(all)
      .filter((name) => all[name] === 'high' && name !== 'gw01 reboot')
      .toSorted();
  expect(isHigh(mended)).toEqual(isHigh(fresh));
  expect(mended['gw01 reboot']).toBe('low');
  expect(mended['gw01 syncDevices']).toBeNull();
});
