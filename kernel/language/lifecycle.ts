import type { Dictionary, Items } from './dictionary.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';

/**
 * Rule against verdicts on one's own work. `work`: refuses a person who did the documented work. `paper`: refuses also
 * the person who created the row. `no`: returns the refusal; absent: the standard one.
 */
export interface Judging {
  readonly of: 'paper' | 'work';
  readonly no?: () => Error;
}

/** One business verb of a paper: its right, its states, its inputs, and its texts. */
export interface Action<S extends string = string> {
  readonly label: Label;
  /** States in which it may be done; `*`: it creates the paper. */
  readonly from: readonly (S | '*')[];
  /** The state that it leads to. With an unchanged state it is still an action: guarded, logged, with effects. */
  readonly to: S;
  /** Other states that the behaviour of the paper may choose instead of `to`. */
  readonly or?: readonly S[];
  /** Roles that get its button by default (role aliases). */
  readonly roles: readonly string[];
  /** Inputs of the dialog that is shown before the action is done. */
  readonly asks?: Fields;
  readonly confirm?: Label;
  /** The message that is shown after the action. */
  readonly said?: Label;
  readonly icon?: string;
  /** A frequent action: a text button in the row. Others are in the menu of the row. */
  readonly prominent?: boolean;
  /** The action cannot simply be undone; its button is red. */
  readonly danger?: boolean;
  /** May it be done to several rows at once? Default: yes if it has no inputs. */
  readonly batch?: boolean;
  /**
   * Several rows are one act, done to all or none, such as one invoice for many collections. The effects of this act
   * are in `together` of the behaviour.
   */
  readonly together?: boolean;
  /**
   * Its call on the wire: a path below that of the paper, or a whole one (`blade-…`); absent: its own name. Among verbs
   * with one path, `action` in the body chooses, else the row's state.
   */
  readonly call?: {
    readonly path: string;
    readonly action?: string;
    /**
     * The key of the body that chooses among verbs with one path; absent: `action`. A body without this key means the
     * first verb.
     */
    readonly by?: string;
    /**
     * Further keys of the body that choose among verbs with the same path and action (`{ pass: 'true' }`). A body
     * without them is refused.
     */
    readonly when?: Readonly<Record<string, string>>;
  };
  /** Set if the action is a verdict. `false`: its name suggests a verdict, but the action passes none. */
  readonly judges?: Judging | false;
  /** Fields of the paper that must have a value before this action. */
  readonly needs?: readonly string[];
  /**
   * The field with the amount that the action moves. The confirmation of the action always shows the names of the rows
   * and the sum.
   */
  readonly money?: string;
  /**
   * The action that it undoes. Only the person who did that action may undo it, within `UNDO_MINUTES` and with the
   * right of that action.
   */
  readonly undoes?: string;
  /** For an action of a track: the field of the track's state, and its states. Absent: those of the lifecycle. */
  readonly field?: string;
  readonly states?: Dictionary;
}

/** Minutes within which people may undo their own act, where an action `undoes` it. */
export const UNDO_MINUTES = 10;

export type Actions<S extends string> = Readonly<Record<string, Action<S>>>;

/**
 * The verbs by which a process governs a paper: one that sends it for approval, two that decide, and one that withdraws
 * it.
 */
export interface Governed {
  readonly start: string;
  readonly approve: string;
  readonly reject: string;
  readonly withdraw: string;
  /**
   * Set if papers may be approved without a process. While no process is bound to the paper, `start` does not exist,
   * and the paper is approved directly.
   */
  /** Verbs that are closed while a process runs: they would decide instead of it. */
  readonly closed?: readonly string[];
  readonly optional?: true;
}

/**
 * A second state of the same paper, independent of the lifecycle. Money, for example, is handed over, invoiced and
 * approved at separate times.
 */
export interface Track<A extends Actions<string> = Actions<string>> {
  readonly field: string;
  readonly states: Dictionary;
  readonly actions: A;
  readonly moves: readonly (readonly [from: string, to: string, why: string])[];
  readonly ends: readonly string[];
  /** States of the dictionary that are never reached. */
  readonly unused?: readonly string[];
}

export interface Lifecycle<S extends string = string, A extends Actions<string> = Actions<string>> {
  /** The field that holds the state. */
  readonly field: string;
  readonly states: Dictionary;
  /** All actions, including those of the tracks. */
  readonly actions: A;
  readonly tracks: readonly Track[];
  /** Changes of state that only the product makes: by jobs, callbacks, or as another paper changes. */
  readonly moves: readonly (readonly [from: S | '*', to: S, why: string])[];
  /** Fields that people may edit in each state; a state that is not listed: none. */
  readonly editable: Readonly<Partial<Record<S, 'all' | readonly string[]>>>;
  /** States in which a row may be removed, by any call; empty: never. */
  readonly removable: readonly S[];
  /** Final states. */
  readonly ends: readonly S[];
  /** States of a dictionary of several papers that this paper never has. */
  readonly unused?: readonly S[];
  /** States that are not final, but in which no work is open. Searches for open papers leave them out too. */
  readonly over?: readonly S[];
  /**
   * The verbs that a process may take over. The process decides who judges and when; the changes of state are still
   * those that the actions declare.
   */
  readonly governed?: Governed;
}

type StatesOf<D> = D extends Dictionary<infer I extends Items> ? keyof I & string : never;

type ActionsOf<T> = T extends readonly [Track<infer First>, ...infer Rest] ? First & ActionsOf<Rest> : unknown;

/** A track of a lifecycle; a misspelt state does not compile. */
export function track<D extends Dictionary, const A extends Actions<NoInfer<StatesOf<D>>>>(spec: {
  field: string;
  states: D;
  actions: A;
  moves?: readonly (readonly [from: StatesOf<D> | '*', to: StatesOf<D>, why: string])[];
  ends: readonly StatesOf<D>[];
  unused?: readonly StatesOf<D>[];
}): Track<A> {
  const { field, states } = spec;
  return {
    moves: [],
    ...spec,
    actions: Object.fromEntries(
      Object.entries(spec.actions).map(([name, action]) => [name, { ...action, field, states }]),
    ) as unknown as A,
  };
}

/** A lifecycle: the states are those of a sealed dictionary; a misspelt state does not compile. */
export function lifecycle<
  D extends Dictionary,
  const A extends Actions<NoInfer<StatesOf<D>>>,
  const T extends readonly Track[] = readonly [],
>(spec: {
  field: string;
  states: D;
  actions: A;
  tracks?: T;
  moves?: readonly (readonly [from: StatesOf<D> | '*', to: StatesOf<D>, why: string])[];
  editable?: Partial<Record<StatesOf<D>, 'all' | readonly string[]>>;
  removable?: readonly StatesOf<D>[];
  ends: readonly StatesOf<D>[];
  unused?: readonly StatesOf<D>[];
  over?: readonly StatesOf<D>[];
  governed?: { readonly [K in Exclude<keyof Governed, 'optional' | 'closed'>]: keyof A & string } & {
    readonly closed?: readonly (keyof A & string)[];
  } & Pick<Governed, 'optional'>;
}): Lifecycle<StatesOf<D>, A & ActionsOf<T>> {
  const { tracks = [] } = spec;
  const actions = Object.assign({}, spec.actions, ...tracks.map((one) => one.actions));
  return { moves: [], editable: {}, removable: [], ...spec, tracks, actions } as Lifecycle<
    StatesOf<D>,
    A & ActionsOf<T>
  >;
}

/** Return the lifecycle itself as the first track, with the actions that belong to no track, then its tracks. */
export function statesOf(life: Lifecycle): Track[] {
  const own = Object.fromEntries(Object.entries(life.actions).filter(([, action]) => !action.field));
  const { field, states, moves, ends, unused } = life;
  return [{ field, states, actions: own, moves, ends, unused }, ...life.tracks];
}

/** Return the field whose state an action checks and changes: that of its track, else that of the lifecycle. */
export const stateFieldOf = (life: Lifecycle, action: Action): string => action.field ?? life.field;

/** Return the action that undoes this one, with its name. */
export const undoOf = (life: Lifecycle, name: string): readonly [name: string, action: Action] | undefined =>
  Object.entries(life.actions).find(([, action]) => action.undoes === name);

/** May this field, or the lines of this name, be edited by hand in a state? */
export function isEditable(life: Lifecycle, state: string, name: string): boolean {
  const rule = (life.editable as Readonly<Record<string, 'all' | readonly string[] | undefined>>)[state] ?? [];
  return rule === 'all' || rule.includes(name);
}

/** Return the states to which an action may lead. */
export const endingsOf = ({ to, or = [] }: Pick<Action, 'to' | 'or'>): readonly string[] => [to, ...or];

/**
 * Return the state that an action writes: `to`, or the one that the behaviour chose. Throw if that is not declared in
 * `or`.
 */
export function endingOf(action: Pick<Action, 'to' | 'or' | 'label'>, chosen: unknown): string {
  if (chosen === undefined || chosen === null) return action.to;
  const to = String(chosen);
  if (!endingsOf(action).includes(to)) throw new Error(`the action ${action.label[1]} does not lead to ${to}`);
  return to;
}

/** Return the keys of a body that choose this verb among those that share its path. */
export const choosingOf = ({ call }: Pick<Action, 'call'>): Readonly<Record<string, string>> => ({
  ...(call?.action && { [call.by ?? 'action']: call.action }),
  ...call?.when,
});

/** Do two calls of verbs choose the same verb: one path and action, and no key of `when` with different values? */
export function isSameCall(one: NonNullable<Action['call']>, other: Action['call']): boolean {
  if (!other || one.path !== other.path || one.action !== other.action) return false;
  const [mine, theirs] = [one.when ?? {}, other.when ?? {}];
  return !Object.keys(mine).some((key) => key in theirs && mine[key] !== theirs[key]);
}

/** Return the names of actions of the lifecycle, without its tracks, that a state allows; `*`: those that create. */
export const open = (life: Lifecycle, state: string): string[] =>
  Object.keys(life.actions).filter(
    (name) => !life.actions[name].field && (life.actions[name].from as readonly string[]).includes(state),
  );

/** Return the states of a lifecycle or a track from which the product may move a paper to `to` for the reason `why`. */
export const movesTo = ({ moves }: Pick<Track, 'moves'>, to: string, why: string): string[] =>
  moves.filter((move) => move[1] === to && move[2] === why).map((move) => move[0]);
