import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from './patches/0001-figures-have-no-dictionary.ts';

const server = await openTestServer(import.meta.url);

test('the dictionary of figures is removed, and no other', async () => {
  const codes = (): Promise<{ code: string; n: number }[]> =>
    server.tables('select code, count(*)::int as n from blade_dict_biz group by 1 order by 1');
  const before = await codes();
  expect(before.map((one) => one.code)).not.toContain('kpi_metric');
  await server.tables(
    "insert into blade_dict_biz (id, tenant_id, code, dict_key, dict_value, dict_value_en, sort, is_sealed, create_time, update_time) select next_id($1), '000000', 'kpi_metric', k, k, k, 1, 1, now(), now() from unnest(array['-1', 'orders']) k",
    [server.clock.ms()],
  );
  await patch.apply((text, values) => server.tables(text, [...(values ?? [])]));
  await patch.apply((text, values) => server.tables(text, [...(values ?? [])]));
  expect(await codes()).toEqual(before);
});
