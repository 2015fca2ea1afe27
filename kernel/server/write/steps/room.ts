import type { Context } from '../../context.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type Running, type ActStep, isByPerson, isSingle } from '../act.ts';
import type { InsertFound, MovedRow, UpdateFound, VerbFound } from '../found.ts';
import { changedOnly } from '../rows/stored.ts';
import { readStored } from '../rows/lock-rows.ts';

/** What a room does beside a verb: by name, as its lifecycle spells it. */
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

/** Let the room lock what comes before the rows of its verb. */
export const lockFirst: ActStep<VerbFound> = {
  name: 'lockFirst',
  kind: 'lock',
  run: (on) => effectsOf(on).first?.[on.act.name]?.(on.session.context, on.act.ids, on.act.input[0]),
};

/** Let the room do what the verb means, and say what is written into each row. */
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
      const to = (values[state.field] as string | undefined) ?? action.to;
      transitions.push({ before: row, field: state.field, from: action.from, to, values, label: action.label, input });
    }
    return { transitions };
  },
};

/** Let the room follow a row that moved. */
export const moved: ActStep<MovedRow> = {
  name: 'moved',
  kind: 'room',
  async run({ session, act: { paper, name } }, { before, after }) {
    await session.app.behaviours.get(paper.name)?.moved?.(session.context, { by: name, before: before, row: after });
  },
};

const behaviourOf = ({ session, act }: Running) => session.app.behaviours.get(act.paper.name);

/** Let the room find the existing row of the same identity: then nothing is written. */
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

/** Let the room refuse new rows, or add to what is written. All are asked before any refusal counts. */
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

/** Let the room take what belongs to new rows. */
export const added: ActStep<InsertFound> = {
  name: 'added',
  kind: 'room',
  run: (on, { after }) => behaviourOf(on)?.added?.(on.session.context, after),
};

/** Let the room act after a new row was written; its answer is added to the row. */
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

/** Let the room refuse a change, or add to it. */
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

/** Let the room act after a change; its answer is added to the row. */
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
