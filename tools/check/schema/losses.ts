import { allTables } from '../../../server/assemble.ts';
import { patchesIn } from '../../../server/patches.ts';
import type { Check } from '../check.ts';
import { readLock, uncovered } from './schema-lock.ts';

/** Refuses a dropped or retyped column without a hand-written patch that handles its data. */
export const losses: Check = {
  name: 'nothing is lost without a patch',
  selfTest: {
    files: {
      'schema.lock.json': JSON.stringify({
        anju_meta: { id: 'text', value: 'text', dropped: 'text', moved: 'text' },
        anju_gone: { id: 'bigint' },
      }),
      'business/garden/patches/0001-move-the-roses.ts':
        "export default { covers: ['anju_meta.moved: dropped'], async apply() {} };\n",
    },
    reported: [/anju_meta\.dropped: dropped/, /anju_gone: dropped/],
  },
  async look(tree) {
    const tables = allTables();
    const covered = (await patchesIn(tree)).flatMap((patch) => patch.covers);
    const missing = uncovered(readLock(tree), tables, covered);
    return {
      files: tables.length,
      problems: missing.map(
        (one) => `${one}: data would be lost; write business/<room>/patches/NNNN-*.ts that covers '${one}'.`,
      ),
    };
  },
};
