import type { Dictionary, Items } from './dictionary.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';

/** Nobody does it to his own `work`, or to a `paper` that he wrote or that is about his work. `no` = the room's own words for that. */
export interface Judging {
  readonly of: 'paper' | 'work';
  readonly no?: () => Error;
}

/** One business verb of a paper: who may do it, from where to where, what it asks, and its words. */
export interface Action<S extends string = string> {
  readonly label: Label;
  /** States it may be done in; `*` = it creates the paper. */
  readonly from: readonly (S | '*')[];
  /** Where it leads; the same state is an action too: guarded, logged, with effects. */
  readonly to: S;
  /** Roles that get its button by default (role aliases). */
  readonly roles: readonly string[];
  /** What the dialog asks, as field kinds. */
  readonly asks?: Fields;
  readonly confirm?: Label;
  /** What the person reads when it is done. */
  readonly said?: Label;
  readonly icon?: string;
  /** Done by everyday hands: shown in words in the row; others stand in the menu. */
  readonly prominent?: boolean;
  /** Red: cannot simply be taken back. */
  readonly danger?: boolean;
  /** May it be done to several rows at once? Default: yes when it asks nothing. */
  readonly batch?: boolean;
  /** Several rows are one act, done to all of them or to none: one invoice over many collections. Its effects are those of `together`. */
  readonly together?: boolean;
  /** How the wire of the specification says it: path segment below that of the paper (or a whole path, `blade-…`), and the value of `action` in the body where several share it. Where they do not say, the state of the row chooses. Absent = a segment of its own name. */
  readonly call?: {
    readonly path: string;
    readonly action?: string;
    /** The key of the body that chooses among verbs that share the path, where it is not `action`; without it the first is meant. */ readonly by?: string;
  };
  /** It judges; `false` = its words sound like it, but it passes no judgement on anybody's work. */
  readonly judges?: Judging | false;
  /** Fields of the paper that must be filled before. */
  readonly needs?: readonly string[];
  /** It moves money: the field with the amount. Its question always shows names and the sum. */
  readonly money?: string;
  /** The action that it takes back: for the person who did that, within `UNDO_MINUTES`, with the right of that action. */
  readonly undoes?: string;
  /** On a track: the field that holds its state and the states there; absent = those of the lifecycle itself. */
  readonly field?: string;
  readonly states?: Dictionary;
}

/** Minutes within which a person may take back an own act, where an action `undoes` it. */
export const UNDO_MINUTES = 10;

export type Actions<S extends string> = Readonly<Record<string, Action<S>>>;

/** The verbs by which a process may govern a paper: that which asks, those that decide, and that which takes back. */
export interface Governed {
  readonly start: string;
  readonly approve: string;
  readonly reject: string;
  readonly withdraw: string;
  /** Its `start` is there only where a process is bound to the paper; elsewhere it is approved without being sent. */
  readonly optional?: true;
}

/** A second state of the same paper that lives by itself, beside the lifecycle: money is handed over, invoiced and approved each in its own time. */
export interface Track<A extends Actions<string> = Actions<string>> {
  readonly field: string;
  readonly states: Dictionary;
  readonly actions: A;
  readonly moves: readonly (readonly [from: string, to: string, why: string])[];
  readonly ends: readonly string[];
}

export interface Lifecycle<S extends string = string, A extends Actions<string> = Actions<string>> {
  /** The field that holds the state. */
  readonly field: string;
  readonly states: Dictionary;
  /** Those of the tracks too. */
  readonly actions: A;
  readonly tracks: readonly Track[];
  /** Moves made by the product itself: jobs, callbacks, mirrors of other papers. */
  readonly moves: readonly (readonly [from: S | '*', to: S, why: string])[];
  /** What may be edited by hand, per state; absent = nothing. */
  readonly editable: Readonly<Partial<Record<S, 'all' | readonly string[]>>>;
  /** States in which a row may be removed, by whatever way; none = never. */
  readonly removable: readonly S[];
  /** States that are meant to be the end. */
  readonly ends: readonly S[];
  /** States in which nothing waits for anybody, though they are not the end: only what is open leaves them out. */
  readonly over?: readonly S[];
  /** A process may decide who judges it, and when; what is legal stays here. */
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
  over?: readonly StatesOf<D>[];
  governed?: { readonly [K in Exclude<keyof Governed, 'optional'>]: keyof A & string } & Pick<Governed, 'optional'>;
}): Lifecycle<StatesOf<D>, A & ActionsOf<T>> {
  const { tracks = [] } = spec;
  const actions = Object.assign({}, spec.actions, ...tracks.map((one) => one.actions));
  return { moves: [], editable: {}, removable: [], ...spec, tracks, actions } as Lifecycle<
    StatesOf<D>,
    A & ActionsOf<T>
  >;
}

/** The lifecycle and its tracks, each with its own field, states and ways. */
export function statesOf(life: Lifecycle): Track[] {
  const own = Object.fromEntries(Object.entries(life.actions).filter(([, action]) => !action.field));
  return [{ field: life.field, states: life.states, actions: own, moves: life.moves, ends: life.ends }, ...life.tracks];
}

/** The field that holds the state an action goes by. */
export const stateFieldOf = (life: Lifecycle, action: Action): string => action.field ?? life.field;

/** Return the action that takes this one back. */
export const undoOf = (life: Lifecycle, name: string): readonly [name: string, action: Action] | undefined =>
  Object.entries(life.actions).find(([, action]) => action.undoes === name);

/** May this field, or the lines of this name, be edited by hand in a state? */
export function isEditable(life: Lifecycle, state: string, name: string): boolean {
  const rule = (life.editable as Readonly<Record<string, 'all' | readonly string[] | undefined>>)[state] ?? [];
  return rule === 'all' || rule.includes(name);
}

/** The actions that a state allows, by name; `*` = those that create. */
export const open = (life: Lifecycle, state: string): string[] =>
  Object.keys(life.actions).filter(
    (name) => !life.actions[name].field && (life.actions[name].from as readonly string[]).includes(state),
  );

/** The states from which the product may move a paper to `to` for the reason `why`. */
export const movesTo = (life: Lifecycle, to: string, why: string): string[] =>
  life.moves.filter((move) => move[1] === to && move[2] === why).map((move) => move[0]);
