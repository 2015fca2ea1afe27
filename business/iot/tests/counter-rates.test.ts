import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from '../patches/0005-built-in-counters-have-a-rate.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
const query: Query = (text, values) => server.tables(text, values as never);

const withRate = () =>
  query(`select m.model_code as model, a.identifier, a.max_rate::text as now, v.one->>'maxRate' as published
    from iot_model_attribute a join iot_thing_model m on m.id = a.model_id
    join (select model_id, jsonb_array_elements(schema->'attributes') as one from iot_thing_model_version) v on v.model_id = m.id and v.one->>'identifier' = a.identifier
    where a.aggregation = 'counter' order by 1, 2`);

test('existing built-in models get the rates of their counters, and a manual rate stays', async () => {
  expect((await iot.post('iot/device-thing-model/built-in')).status).toBe(200);
  const fresh = await withRate();
  expect(fresh.length).toBeGreaterThan(20);
  expect(fresh.filter(({ now, published }) => !now || now !== published)).toEqual([]);
  await query("update iot_model_attribute set max_rate = null where aggregation = 'counter'");
  await query(`update iot_thing_model_version set schema = jsonb_set(schema, '{attributes}',
    (select jsonb_agg(case when one->>'aggregation' = 'counter' then one - 'maxRate' else one end order by no) from jsonb_array_elements(schema->'attributes') with ordinality a (one, no)))`);
  await query(
    "update iot_model_attribute set max_rate = 7 where identifier = 'totalHeat' and model_id in (select id from iot_thing_model where model_code = 'hp01')",
  );
  await patch.apply(query);
  const mended = await withRate();
  expect(mended.filter(({ identifier }) => identifier !== 'totalHeat')).toEqual(
    fresh.filter(({ identifier }) => identifier !== 'totalHeat'),
  );
  expect(mended.find(({ identifier }) => identifier === 'totalHeat')).toMatchObject({ now: '7.000' });
});
