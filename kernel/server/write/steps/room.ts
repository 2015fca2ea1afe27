import { endingOf } from '#kernel/language/lifecycle.ts';
import { lifeOf } from '#kernel/language/paper.ts';
import type { Context } from '../../context.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, type Running, isByPerson, isSingle } from '../act.ts';
import type { InsertFound, MovedRow, UpdateFound, VerbFound } from '../found.ts';
import { changedOnly } from '../rows/stored.ts';
import { readStored } from '../rows/lock-rows.ts';

/** Functions of a behaviour for verbs, by the name of the verb. */
interface VerbEffects {
  readonly first?: Readonly<
    Record<string, (context: Context, ids: readonly string[], input: Readonly<Values>) => Promise<void>>
  >;
  readonly actions?: Readonly<
    Record<string, (context: Context, row: Stored, input: Readonly<Values>) => Promise<Values | void>>
  >;
  readonly together?: Readonly<
    Record<
      string,
      (context: Context, rows: readonly Stored[], input: Readonly<Values>) => Promise<ReadonlyMap<string, Values>>
    >
  >;
}

const effectsOf = ({ session, act }: Running): VerbEffects =>
  (session.app.behaviours.get(act.paper.name) ?? {}) as VerbEffects;

/** Let the behaviour lock rows that come before the rows of the verb in the order of locks. */
export const lockFirst: ActStep<VerbFound> = {
  name: 'lockFirst',
  kind: 'lock',
  run: (on) => effectsOf(on).first?.[on.act.name]?.(on.session.context, on.act.ids, on.act.input[0]),
};

/** Run the effects of the verb. They return the values to write into each row, beside its new state. */
export const effects: ActStep<VerbFound> = {
  name: 'effects',
  kind: 'room',
  async run(on, { before, action, state, input }) {
    const { context } = on.session;
    const { actions, together } = effectsOf(on);
    const all = await together?.[on.act.name]?.(context, before, input);
    const transitions: VerbFound['transitions'][number][] = [];
    for (const row of before) {
      const values = all?.get(String(row.id)) ?? {
        ...(all ? {} : await actions?.[on.act.name]?.(context, row, input)),
      };
      const to = endingOf(action, values[state.field]);
      transitions.push({ before: row, field: state.field, from: action.from, to, values, label: action.label, input });
    }
    return { transitions };
  },
};

/** Let the behaviour act on other papers after a row was moved. */
export const moved: ActStep<MovedRow> = {
  name: 'moved',
  kind: 'room',
  async run({ session, act: { paper, name } }, { before, after }) {
    await session.app.behaviours.get(paper.name)?.moved?.(session.context, { by: name, before: before, row: after });
  },
};

const behaviourOf = ({ session, act }: Running) => session.app.behaviours.get(act.paper.name);

/** Let the behaviour find an existing row of the same identity. If there is one, return it and write nothing. */
export const same: ActStep<InsertFound> = {
  name: 'same',
  kind: 'room',
  when: isSingle,
  async run(on, { values }) {
    const id = await behaviourOf(on)?.same?.(on.session.context, values[0]);
    const existing = id ? await readStored(on.session, on.act.paper, id) : null;
    return existing ? { after: [existing], isDone: true } : undefined;
  },
};

/**
 * Let the behaviour refuse new rows, or add values to them. It is called for all rows before the first refusal is
 * thrown.
 */
export const savingNew: ActStep<InsertFound> = {
  name: 'saving',
  kind: 'room',
  async run(on, { values, extra }) {
    const saving = behaviourOf(on)?.saving;
    if (!saving) return;
    const byHand = isByPerson(on.act);
    const added = await Promise.allSettled(
      values.map((one) => saving(on.session.context, { before: null, values: one, extra, byHand })),
    );
    return {
      values: added.map((one, at) => {
        if (one.status === 'rejected') throw one.reason;
        return { ...values[at], ...one.value };
      }),
    };
  },
};

/** Let the behaviour act once on all new rows. */
export const added: ActStep<InsertFound> = {
  name: 'added',
  kind: 'room',
  run: (on, { after }) => behaviourOf(on)?.added?.(on.session.context, after),
};

/** Let the behaviour act after a new row was written. Its result is added to the answer. */
export const savedNew: ActStep<InsertFound> = {
  name: 'saved',
  kind: 'room',
  when: isSingle,
  async run(on, { after: [row], extra }) {
    const byHand = isByPerson(on.act);
    const more = await behaviourOf(on)?.saved?.(on.session.context, { before: null, row: row, extra, byHand });
    return { answered: more ?? undefined };
  },
};

/** Let the behaviour refuse a change, or add values to it. */
export const savingChange: ActStep<UpdateFound> = {
  name: 'saving',
  kind: 'room',
  async run(on, { before, values, turned, extra }) {
    const byHand = isByPerson(on.act);
    const all = { ...values, ...turned };
    const more = await behaviourOf(on)?.saving?.(on.session.context, {
      before: before,
      values: all,
      extra,
      byHand,
    });
    return { values: { ...changedOnly(before, { ...values, ...more }), ...turned } };
  },
};

/** Let the behaviour act after a change. Its result is added to the answer. */
export const savedChange: ActStep<UpdateFound> = {
  name: 'saved',
  kind: 'room',
  async run(on, { before, after, extra }) {
    const { session, act } = on;
    const byHand = isByPerson(act);
    const write = { before: before, row: after, extra, byHand };
    const more = await behaviourOf(on)?.saved?.(session.context, write);
    return more ? { after: { ...((await readStored(session, act.paper, act.ids[0])) ?? after), ...more } } : undefined;
  },
};

/** Report a written verb of a governed paper to the gate, unless a process decided it. */
export const gate: ActStep<MovedRow> = {
  name: 'gate',
  kind: 'gate',
  when: ({ paper }) => lifeOf(paper).governed !== undefined,
  async run({ session, act: { paper, name } }, { before, after }) {
    const { governed } = lifeOf(paper);
    if (governed?.optional && name === governed.start && !session.app.gate) throw refuse.unknownAction();
    // An act on a line has the role `line`, so the authority of the transaction shows whether a process decided.
    if (session.authority.role === 'mandate') return;
    await session.app.gate?.after(session.context, { paper, by: name, before, row: after });
  },
};

/**
 * Report a new row to the gate, if it begins in the state after the verb that starts the process. Return the stored row
 * with the values for the answer.
 */
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
