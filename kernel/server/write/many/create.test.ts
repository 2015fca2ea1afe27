import { expect, test } from 'vitest';
import { smsLog } from '#business/messaging/sms/sms-log.paper.ts';
import { stockMove } from '#business/materials/stores/stock-move.paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const message = (dedupeKey: string) => ({
  dedupeKey,
  smsScene: 'care' as const,
  pushChannel: 'sms' as const,
  phone: '13700001234',
  bizType: 'base' as const,
  content: dedupeKey,
});
const createAll = (keys: readonly string[]): Promise<string[]> =>
  server.work('as_cs', async (context) =>
    (await context.createAll(smsLog, keys.map(message), { unlessThere: 'dedupeKey' })).map(({ content }) =>
      String(content),
    ),
  );

test('rows whose unique value is stored are left out; the written ones are returned and announced', async () => {
  expect(await createAll(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(await createAll(['b', 'c'])).toEqual(['c']);
  expect(await createAll(['a', 'b', 'c'])).toEqual([]);
  // The unique value of a removed row may be used again.
  await server.tables("update assmslog set is_deleted = 1 where dedupe_key = 'a'");
  expect(await createAll(['a', 'b'])).toEqual(['a']);
  await expect(createAll(['d', ''])).rejects.toThrow('has no dedupeKey');
  expect(await createAll(['d'])).toEqual(['d']);
});

test('of concurrent transactions one writes each row, without a refusal', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `together ${n}`);
  const written = await Promise.all(
    Array.from({ length: 8 }, (_, n) => createAll(keys.toSorted(() => (n % 2 ? 1 : -1)))),
  );
  expect(written.flat().toSorted()).toEqual(keys.toSorted());
});

test('numbers are drawn for the written rows alone; a field that is not unique is refused', async () => {
  const moves = (steps: readonly string[]): Promise<(readonly [string | null, string])[]> =>
    server.work('as_store', async (context) =>
      (
        await context.createAll(
          stockMove,
          steps.map((stepKey) => ({ stepKey })),
          { unlessThere: 'stepKey' },
        )
      ).map((row) => [row.stepKey, row.moveNo]),
    );
  const [[, first]] = await moves(['1']);
  const later = await moves(['1', '2', '3']);
  const next = (n: number): string => `${first.slice(0, -4)}${String(Number(first.slice(-4)) + n).padStart(4, '0')}`;
  expect(later).toEqual([
    ['2', next(1)],
    ['3', next(2)],
  ]);
  await expect(
    server.work('as_store', (context) => context.createAll(stockMove, [{ billNo: '1' }], { unlessThere: 'billNo' })),
  ).rejects.toThrow('stockMove.billNo is not unique');
});
