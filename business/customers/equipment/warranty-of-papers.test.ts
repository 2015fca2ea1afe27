import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { manufacturer } from '#business/masterdata/standards/manufacturer.paper.ts';
import { equipment } from './equipment.paper.ts';
import { type WarrantyOfPapers, warrantyOfPapers } from './warranty-of-papers.server.ts';

const server = await openTestServer(import.meta.url);

test('the later end of the maker’s warranty and of papers counts, also after the dates of the machine change', async () => {
  const maker = await saved(server, manufacturer, { defaultWarrantyMonths: 24 });
  const { id } = await saved(server, equipment, { manufacturerId: maker.id, installDate: '2025-03-01' });
  const dated = (values: object): Promise<string | null> =>
    server.work('as_cs', async (context) => (await context.change(equipment, id, values)).warrantyEndDate);
  const by = (name: string, sort: number, end: string | null): WarrantyOfPapers => ({
    name,
    sort,
    async until(_reading, equipmentId) {
      expect(equipmentId).toBe(id);
      return end;
    },
  });
  expect(await dated({ installDate: '2025-04-01', commissionDate: null })).toBe('2027-04-01');
  await server.contributing(
    warrantyOfPapers,
    [by('b', 2, '2029-05-01'), by('a', 1, '2028-05-01'), by('c', 3, null)],
    async () => {
      expect(await dated({ installDate: '2025-05-01' })).toBe('2029-05-01');
      expect(await dated({ installDate: null })).toBe('2029-05-01');
      expect(await dated({ installDate: '2028-05-02' })).toBe('2030-05-02');
    },
  );
  await server.contributing(warrantyOfPapers, [by('b', 2, null), by('a', 1, null)], async () =>
    expect(await dated({ installDate: '2025-06-01' })).toBe('2027-06-01'),
  );
});
