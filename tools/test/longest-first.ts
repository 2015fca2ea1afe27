import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of stories that take longest, the longest first: begun last, one of them alone would hold up the end. */
const LONGEST = [
  'kernel/stories/screens/papers.',
  'kernel/stories/generic/nonsense.',
  'kernel/stories/generic/lists.',
  'kernel/stories/generic/lifecycles.',
  'business/system/administration/',
  'kernel/stories/screens/shell/',
  'kernel/stories/generic/races.',
  'kernel/stories/generic/doors.',
  'dispatch/board/board.',
  'server/stories/',
  'server/demo/',
  'maintenance/day/',
  'kernel/stories/generic/',
  'dispatch/stories/lifecycles.',
  'kernel/stories/',
  'repair/case/',
  'maintenance/desk/',
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
