import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of stories that take longest, the longest first: begun last, one of them alone would hold up the end. */
const LONGEST = ['kernel/stories/screens/papers.', 'kernel/stories/generic/lifecycles.', 'kernel/stories/generic/lists.', 'kernel/stories/generic/nonsense.', 'dispatch/board/board.', 'kernel/stories/generic/', 'server/stories/', 'server/demo/', 'business/system/administration.', 'dispatch/stories/lifecycles.', 'maintenance/day/', 'kernel/stories/screens/', 'business/piecework/'];

const rankOf = (file: string): number => { const at = LONGEST.findIndex((part) => file.replaceAll('\\', '/').includes(part)); return at < 0 ? LONGEST.length : at; };

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}
