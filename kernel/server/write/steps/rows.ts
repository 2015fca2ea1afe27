import { row as refuse } from '../../refusals.ts';
import type { Step } from '../act.ts';
import { runSteps } from '../act.ts';
import type { MovedRow, Transitions } from '../found.ts';
import { readStored, updateColumns } from '../stored.ts';
import { assertOnce } from '../uniqueness/once.ts';

/** Run steps for each row that moves, one row after the other. */
export const each = (...steps: readonly Step<MovedRow>[]): readonly [Step<Transitions>] => [
  {
    name: 'each',
    kind: 'write',
    async run(on, { transitions }) {
      const after: Transitions['after'][number][] = [];
      for (const one of transitions) {
        const { before } = one;
        const row = await runSteps(on, steps, { ...one, current: before, after: before, remark: null });
        after.push(row.after);
      }
      return { after };
    },
  },
];

/** Write the new state of a row under a guard in SQL: it must still be in a state from which the act begins. */
export const writeState: Step<MovedRow> = {
  name: 'writeState',
  kind: 'write',
  async run({ session, act: { paper } }, { before, field, from, to, values }) {
    // Effects may have written the row itself.
    const current = (await readStored(session, paper, String(before.id))) ?? before;
    const all = { ...values, [field]: to };
    await assertOnce(session, paper, { ...current, ...all }, current);
    if (!(await updateColumns(session, paper, current, all, { field, from }))) throw refuse.changed();
    return {
      current,
      after: {
        ...current,
        ...all,
        version: Number(current.version) + 1,
        updateTime: session.now(),
        updateUser: session.person.id,
      },
    };
  },
};
