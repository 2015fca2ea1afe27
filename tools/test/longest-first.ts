import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take longest, the longest first: begun last, one of them alone would hold up the end. */
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

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}
