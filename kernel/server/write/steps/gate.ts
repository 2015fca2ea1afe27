import { lifeOf } from '#kernel/language/paper.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import { type ActStep, isSingle } from '../act.ts';
import type { InsertFound, MovedRow } from '../found.ts';
import { readStored } from '../rows/lock-rows.ts';

/** Pass a governed paper to the process that judges it, unless a process decided this act. */
export const gate: ActStep<MovedRow> = {
  name: 'gate',
  kind: 'gate',
  when: ({ paper }) => lifeOf(paper).governed !== undefined,
  async run({ session, act: { paper, name } }, { before, after }) {
    const { governed } = lifeOf(paper);
    if (governed?.optional && name === governed.start && !session.app.gate) throw refuse.unknownAction();
    // A line in a mandate is decided too: the transaction says so, not the role of the act.
    if (session.authority.role === 'mandate') return;
    await session.app.gate?.after(session.context, { paper, by: name, before, row: after });
  },
};

/** Pass a new row that begins in the state of its first verb, as if that had been pressed; then answer the row as it is. */
export const gateOfNew: ActStep<InsertFound> = {
  name: 'gateOfNew',
  kind: 'gate',
  when: isSingle,
  async run({ session, act: { paper } }, { after: [row], answered }) {
    const by = paper.lifecycle?.governed?.start;
    if (by && session.authority.role !== 'mandate' && row[lifeOf(paper).field] === lifeOf(paper).actions[by].to)
      await session.app.gate?.after(session.context, { paper, by, before: null, row });
    return answered && { after: [{ ...((await readStored(session, paper, String(row.id))) ?? row), ...answered }] };
  },
};
