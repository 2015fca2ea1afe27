import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { countWalk, WALK_PARTS } from './count-walk.ts';
import { markFunctions, NOTE } from './mark-functions.ts';
import { walkRow } from './goals.ts';

/** Run a marked source; return its result and the numbers of the functions entered. */
function run(source: string): { readonly result: unknown; readonly entered: readonly number[] } {
  const entered: number[] = [];
  let count = 0;
  const marked = stripTypeScriptTypes(markFunctions(source, 'source.ts', () => count++));
  const result = runInNewContext(marked, { [NOTE]: (number: number) => void entered.push(number) });
  return { result, entered };
}

test('each named function notes its entry and answers as before, with or without a block', () => {
  const { result, entered } = run(`
    function plain(n: number): number { return n + 1; }
    const short = (n: number): { n: number } => ({ n: plain(n) });
    class Counter {
      #n = 0;
      get next(): number { return this.#up(); }
      #up() { this.#n += 1; return this.#n; }
      later = (): number => this.next;
    }
    const table = { double(n: number) { return n * 2; }, half: function (n: number) { return n / 2; } };
    JSON.stringify([short(1), new Counter().later(), table.double(2), table.half(2)]);
  `);
  expect(result).toBe('[{"n":2},1,4,1]');
  expect(entered).toEqual([1, 0, 4, 2, 3, 5, 6]);
});

test('functions without a name are skipped, at any depth', () => {
  const { result, entered } = run(`
    const all = (list: readonly number[]) => list.map((n) => [n].map((m) => m + 1)[0]);
    JSON.stringify(all([1, 2]));
  `);
  expect(result).toBe('[2,3]');
  expect(entered).toEqual([0]);
});

test('a return is a re-entry to a file already left', () => {
  expect(countWalk(['a', 'a', 'b', 'a', 'c', 'c', 'b'])).toEqual({ files: 3, functions: 7, returns: 2 });
  expect(countWalk([])).toEqual({ files: 0, functions: 0, returns: 0 });
});

test('the path of a write is its own folders, the batch, own work and the row reader', () => {
  const files = [
    'kernel/server/write/action.ts',
    'kernel/server/database/trace.ts',
    'kernel/server/rows/batch.ts',
    'kernel/server/rows/own/own-work.ts',
    'kernel/server/rows/own/undo.ts',
    'kernel/server/rows/words.ts',
    'business/intake/write/form.server.ts',
  ];
  expect(files.filter((file) => WALK_PARTS.path.test(file))).toEqual(files.slice(0, 4));
  expect(files.filter((file) => WALK_PARTS.write.test(file))).toEqual(files.slice(0, 1));
});

test('a row shows whether each of its goals is met', () => {
  expect(walkRow('accept', 'path', { files: 24, functions: 165, returns: 28 })).toMatch(/≤ 24 \/ 165 \/ 28 \| ✓ \|$/);
  expect(walkRow('accept', 'path', { files: 24, functions: 165, returns: 29 })).toMatch(/✗ \|$/);
});
