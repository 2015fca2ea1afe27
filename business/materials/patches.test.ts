import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { material } from './items/material.paper.ts';
import patch from './patches/0001-serial-numbers-have-one-form.ts';
import { postStock, storeOfPerson } from './stores/posting.service.ts';

const server = await openTestServer(import.meta.url);

test('stored serial numbers get their one form; two spellings of one item stay', async () => {
  const { id } = await saved(server, material, { trackMode: 'serial' });
  await server.work('as_store', async (context) => {
    const [from, to] = [
      await context.call(storeOfPerson, { virtual: 'supplier' }),
      await context.call(storeOfPerson, { virtual: 'customer' }),
    ];
    const move = (serialNo: string) => ({
      step: serialNo,
      lineId: null,
      materialId: id,
      serialNo,
      fromWarehouseId: from,
      toWarehouseId: to,
      qty: '1',
    });
    await context.call(postStock, {
      bill: { type: 'purchase', id: '1', no: '1' },
      moves: ['A-1', 'B-1', 'C-1'].map(move),
    });
  });
  const respell = async (from: string, to: string): Promise<void> => {
    for (const table of ['asstock', 'asstockledger'])
      await server.tables(`update ${table} set serial_no = $2 where serial_no = $1`, [from, to]);
  };
  await respell('A-1', 'a–1');
  await respell('B-1', 'ｂ-2 ');
  await respell('C-1', 'b-2');
  const spelled = async (table: string): Promise<string[]> =>
    (
      await server.tables<{ n: string }>(
        `select distinct serial_no as n from ${table} where material_id = $1 order by 1`,
        [id],
      )
    ).map(({ n }) => n);
  for (const _ of [1, 2]) {
    await patch.apply((text, values) => server.tables(text, [...(values ?? [])]));
    for (const table of ['asstock', 'asstockledger'])
      expect((await spelled(table)).toSorted(), table).toEqual(['A-1', 'b-2', 'ｂ-2 '].toSorted());
  }
});
