import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Paths of the slowest test files, slowest first. If one of them began last, it would delay the end of the run. */
const LONGEST = [
  'kernel/testing/screens/papers.',
  'kernel/testing/generic/nonsense.',
  'kernel/testing/generic/lists.',
  'kernel/testing/generic/lifecycles.',
  'business/system/administration/',
  'kernel/testing/screens/shell/',
  'kernel/testing/generic/races.',
  'kernel/testing/generic/doors.',
  'dispatch/board/board.',
  'server/tests/',
  'server/demo/',
  'kernel/testing/generic/',
  'dispatch/tests/lifecycles.',
  'kernel/testing/',
  'tools/launcher/start/',
  'business/piecework/',
];

const rankOf = (file: string): number => {
  const at = LONGEST.findIndex((part) => file.replaceAll('\\', '/').includes(part));
  return at < 0 ? LONGEST.length : at;
};

/**
 * Return part `index` (from 1) of `count` parts of the files, taken by turns, so that each part has some of the
 * slowest.
 */
export const shardOf = <T>(files: readonly T[], pathOf: (file: T) => string, index: number, count: number): T[] =>
  files
    .toSorted((a, b) => rankOf(pathOf(a)) - rankOf(pathOf(b)) || (pathOf(a) < pathOf(b) ? -1 : 1))
    .filter((_, at) => at % count === index - 1);

export default class LongestFirst extends BaseSequencer {
  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return Promise.resolve(shardOf(files, ({ moduleId }) => moduleId, index, count));
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}
