import { expect, test } from 'vitest';
import { callScope, countStatement, enterCall } from './call-scope.ts';
import { Trace } from './trace.ts';
import { countingLeftOff } from '../list/unpaged.ts';
import { noteSearches } from '../list/search-terms.ts';

const turn = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

test('concurrent calls count separately, and nothing is counted outside of calls', async () => {
  const call = async (statements: number, rows: number): Promise<readonly [number, number, string]> => {
    const trace = new Trace();
    let leftOff = 0;
    const sent = await enterCall(trace, async () => {
      noteSearches([{ phone: `138-${statements}` }]);
      await countingLeftOff(
        async () => {
          for (let at = 0; at < statements; at++) {
            await turn();
            await countStatement('select 1 from ascustomer', Promise.resolve());
            callScope()!.leftOff += rows;
          }
        },
        (count) => {
          leftOff = count;
        },
      );
      return callScope()!.sought!.sent();
    });
    await turn();
    return [trace.statements[0].count, leftOff, sent];
  };
  expect(await Promise.all([call(3, 2), call(5, 1), call(1, 0)])).toEqual([
    [3, 6, '[{"phone":"1383"}]'],
    [5, 5, '[{"phone":"1385"}]'],
    [1, 0, '[{"phone":"1381"}]'],
  ]);
  expect(callScope()).toBeUndefined();
  noteSearches([]);
  expect(await countStatement('select 1', Promise.resolve(7))).toBe(7);
});
