import { expect, test } from 'vitest';
import { checked, committed, downloadSheet, sheetOf, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'iot/connection-service/connection-attribute';
const header = ['连接模型*', '点位编码*', '点位名称*', '地址*', '数据类型', '读写', '倍率'];

test('a register table becomes points after a dry run, with the numbers of the maker, and a repeat changes nothing', async () => {
  const made = await iot.post('iot/connection-service/connection-model/add', {
    ...{ modelCode: 'registers', modelName: '岚能热泵寄存器', protocol: 'modbus_tcp', dataFormat: 'hex' },
  });
  const connectionModelId = made.data.id;
  const template = await downloadSheet(iot, `${at}/import/template`);
  expect((await sheetOf(template.bytes))[0]).toEqual(expect.arrayContaining(header));
  const sheet = await sheetWith([
    header,
    ['岚能热泵寄存器', 'outTemp', '出水温度', '#40011', '有符号整数', '只读', '0.1'],
    ['岚能热泵寄存器', 'energy', '累计电量', '#30021:2', '无符号整数', '只读', '0.01'],
    ['岚能热泵寄存器', 'power', '开关', '0:3:1', '开关量', '读写', ''],
    ['岚能热泵寄存器', 'wrong', '写错的', '40011', '有符号整数', '只读', ''],
  ]);
  const dry = await checked(iot, at, sheet);
  expect(dry.data.counts, JSON.stringify(dry.data.records)).toMatchObject({ new: 3, refused: 1 });
  expect((await iot.get(`${at}/page`, { connectionModelId })).data.total).toBe(0);
  await committed(iot, at, dry.data.batch);
  const { records } = (await iot.get(`${at}/page`, { connectionModelId, size: 50 })).data;
  expect(
    records.map((one: Record<string, string>) => `${one.pointCode} ${one.address} ${one.makerNumber}`).toSorted(),
  ).toEqual(['energy 3:20:2 30021', 'outTemp 4:10:1 40011', 'power 0:3:1 00004']);
  const again = await checked(iot, at, sheet);
  expect(again.data.counts, JSON.stringify(again.data.records)).toMatchObject({
    new: 0,
    update: 0,
    unchanged: 3,
    refused: 1,
  });
  await committed(iot, at, again.data.batch);
  expect((await iot.get(`${at}/page`, { connectionModelId, size: 50 })).data.records).toEqual(records);

  const { id } = records.find((one: Record<string, string>) => one.pointCode === 'outTemp');
  expect((await iot.post(`${at}/update`, { id, address: '#40012' })).status).toBe(200);
  expect((await iot.get(`${at}/${id}`)).data).toMatchObject({ address: '4:11:1', makerNumber: '40012' });
});
