import { lifeOf } from '#kernel/language/paper.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import type { Step } from '../act.ts';
import type { MovedRow } from '../found.ts';

/** Pass a governed paper to the process that judges it, unless a process decided this act. */
export const gate: Step<MovedRow> = {
  name: 'gate',
  kind: 'gate',
  when: ({ paper }) => lifeOf(paper).governed !== undefined,
  async run({ session, act: { paper, name, authority } }, { before, after }) {
    const { governed } = lifeOf(paper);
    if (governed?.optional && name === governed.start && !session.app.gate) throw refuse.unknownAction();
    if (authority.role === 'mandate') return;
    await session.app.gate?.after(session.context, { paper, by: name, before, row: after });
  },
};
