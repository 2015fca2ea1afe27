import type { Context } from '../../context.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { Running, Step } from '../act.ts';
import type { MovedRow, VerbFound } from '../found.ts';

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
export const lockFirst: Step<VerbFound> = {
  name: 'lockFirst',
  kind: 'lock',
  run: (on) => effectsOf(on).first?.[on.act.name]?.(on.session.context, on.act.ids, on.act.input[0]),
};

/** Let the room do what the verb means, and say what is written into each row. */
export const effects: Step<VerbFound> = {
  name: 'effects',
  kind: 'room',
  async run(on, { before, action, state, input }) {
    const { context } = on.session;
    const { actions, together } = effectsOf(on);
    const all = await together?.[on.act.name]?.(context, before, input);
    const transitions: VerbFound['transitions'][number][] = [];
    for (const row of before) {
      const values = all?.get(String(row.id)) ?? { ...(all ? {} : await actions?.[on.act.name]?.(context, row, input)) };
      const to = (values[state.field] as string | undefined) ?? action.to;
      transitions.push({ before: row, field: state.field, from: action.from, to, values, label: action.label, input });
    }
    return { transitions };
  },
};

/** Let the room follow a row that moved. */
export const moved: Step<MovedRow> = {
  name: 'moved',
  kind: 'room',
  async run({ session, act: { paper, name } }, { before, after }) {
    await session.app.behaviours
      .get(paper.name)
      ?.moved?.(session.context, { by: name, before: before as never, row: after as never });
  },
};
