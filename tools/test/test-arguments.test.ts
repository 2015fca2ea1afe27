import { expect, test } from 'vitest';
import { shardOf } from './longest-first.ts';
import { readTestArguments } from './test-arguments.ts';

test('filters, coverage and shard are read in any order; other options are refused', () => {
  expect(readTestArguments(['repair', '--shard', '2/3', 'iot', '--coverage'])).toEqual({
    filters: ['repair', 'iot'],
    coverage: true,
    shard: '2/3',
  });
  expect(readTestArguments(['--shard=1/1']).shard).toBe('1/1');
  for (const wrong of [['--shard'], ['--shard', '4/3'], ['--shard', '0/3'], ['--shard=two'], ['-t', 'name']])
    expect(() => readTestArguments(wrong)).toThrow(/--shard 2\/3/);
});

test('shards together run each file once, with the longest spread', () => {
  const files = [
    ...['papers.a', 'papers.b', 'papers.c'].map((name) => `/work/kernel/testing/screens/${name}.test.ts`),
    ...['x', 'y', 'z', 'w'].map((name) => `/work/business/iot/${name}.test.ts`),
  ];
  const shards = [1, 2, 3].map((index) => shardOf(files, (path) => path, index, 3));
  expect(shards.flat().toSorted()).toEqual(files.toSorted());
  for (const shard of shards) expect(shard.filter((path) => path.includes('papers.'))).toHaveLength(1);
});
