import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from '../../../../patches/0007-frame-formats-belong-to-devices.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'blade-system/device/connect/config';
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
const query: Query = (text, values) => server.tables(text, values as never);

test('configurations of an earlier version run on as they were, and their sample frames become samples', async () => {
  const imported = await iot.post(`${at}/packs/import`, { code: 'dlt645-2007', port: 9645 });
  const { id } = imported.data;
  const [{ live }] = await query('select live from sys_device_connect_config where id = $1', [id]);
  const frames = [
    'FE FE FE FE 68 61 01 00 00 00 00 68 91 08 33 33 34 33 59 33 33 33 8A 16',
    '',
    'zz',
    '68 61 01 00 00 00 00 68 91 06 33 34 34 35 34 43 11 16',
  ].join('\n');
  await query(
    'update sys_device_connect_config set live = null, live_version = null, sample_frames = $2 where id = $1',
    [id, frames],
  );
  await query('delete from sys_device_connect_sample where key_id = $1', [id]);
  const broken = (
    await iot.post(`${at}/saveOrUpdate`, {
      ...(await iot.get(`${at}/getById`, { id })).data,
      id: null,
      name: '坏',
      port: 9646,
    })
  ).data;
  await query("update sys_device_connect_config set live = null, device_id_rule = '???' where id = $1", [broken.id]);
  await patch.apply(query);
  const [mended] = await query('select live, live_version from sys_device_connect_config where id = $1', [id]);
  expect(mended).toEqual({ live, live_version: 1 });
  const samples = (await iot.get(`${at}/list/sample`, { keyId: id })).data as object[];
  expect(samples).toMatchObject([
    { name: '样例 1', expect: { deviceId: '000000000161', props: { totalEnergy: 0.26 } } },
    { name: '样例 4', fault: 'CHECKSUM' },
  ]);
  expect((await iot.get(`${at}/getById`, { id })).data).toMatchObject({ isLive: true });
  expect((await iot.post(`${at}/samples/check`, { keyId: id })).data.isRight).toBe(false);
  const [left] = await query('select live from sys_device_connect_config where id = $1', [broken.id]);
  expect(left.live).toBeNull();
  await patch.apply(query);
  expect((await iot.get(`${at}/list/sample`, { keyId: id })).data).toHaveLength(2);
});
