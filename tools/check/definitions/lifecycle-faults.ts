import { kindOf } from '#kernel/fields/kinds.ts';
import {
  type Action,
  type Lifecycle,
  type Track,
  endingsOf,
  isSameCall,
  statesOf,
} from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf, fieldOf } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';
import { knownRoles } from './paper-faults.ts';

/** Paths of calls that every paper has, which an action must not use. */
const RESERVED = new Set(['history', 'restore', 'copy', 'bulk', 'export', 'import']);

/** Matches labels of actions that decide about the work of others. */
const VERDICT = /审|通过|驳回|确认|采纳|退回重/;

/**
 * Return why the lifecycle of a paper is invalid: states that cannot be left or reached, or names that do not exist.
 */
export function lifecycleFaults(paper: AnyPaper, rooms: readonly Room[]): string[] {
  const life = paper.lifecycle;
  if (!life) return [];
  return [
    ...statesOf(life).flatMap((one) => trackFaults(paper, one)),
    ...unknown(Object.keys(life.states.items), [...life.removable, ...Object.keys(life.editable)]),
    ...Object.entries(life.actions).flatMap(([name, action]) => actionFaults(paper, name, action, rooms)),
    ...editableFaults(paper, life, rooms),
  ].map((fault) => `${paper.name}: ${fault}`);
}

function trackFaults(paper: AnyPaper, track: Track): string[] {
  const { unused = [] } = track;
  const states = Object.keys(track.states.items).filter((state) => !unused.includes(state));
  return [
    ...stateField(paper, track),
    ...unknown(Object.keys(track.states.items), unused),
    ...unknown(states, [...ways(track).flat(), ...track.ends]),
    ...unreachable(paper, track, states),
    ...deadEnds(track, states),
  ];
}

function stateField(paper: AnyPaper, life: Track): string[] {
  const field = fieldOf(paper, life.field);
  if (!field) return [`its state field ${life.field} is not there.`];
  if (field.dictionary?.code !== life.states.code)
    return [`its state field ${life.field} has not the dictionary of its states (${life.states.code}).`];
  return life.states.sealed
    ? []
    : [`its states (${life.states.code}) are not sealed: a tenant could add one that no action knows.`];
}

/** Return all transitions of a track, by actions and by the product itself. */
function ways(life: Track): [from: string, to: string][] {
  const byHand = Object.values(life.actions).flatMap((action) =>
    action.from.flatMap((state) => endingsOf(action).map((to): [string, string] => [state, to])),
  );
  return [...byHand, ...life.moves.map(([from, to]): [string, string] => [from, to])];
}

function unknown(states: readonly string[], named: readonly string[]): string[] {
  return [...new Set(named)]
    .filter((state) => state !== '*' && !states.includes(state))
    .map((state) => `there is no state ${state}.`);
}

function unreachable(paper: AnyPaper, life: Track, states: readonly string[]): string[] {
  const initial = paper.fields[life.field]?.initial;
  const reached = new Set(['*', ...(typeof initial === 'string' ? [initial] : [])]);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const [from, to] of ways(life)) if (reached.has(from)) reached.add(to);
  }
  return states.filter((state) => !reached.has(state)).map((state) => `no way leads to the state ${state}.`);
}

function deadEnds(life: Track, states: readonly string[]): string[] {
  const left = new Set(
    ways(life)
      .filter(([from, to]) => from !== to)
      .map(([from]) => from),
  );
  return states
    .filter((state) => !left.has(state) && !life.ends.includes(state))
    .map((state) => `no way leads out of the state ${state}, and it is not meant to be an end.`);
}

function actionFaults(paper: AnyPaper, name: string, action: Action, rooms: readonly Room[]): string[] {
  const roles = knownRoles(rooms);
  const call = action.call?.path ?? name;
  return [
    ...(action.from.length === 0 ? [`nothing allows the action ${name}.`] : []),
    ...(action.roles.length === 0 ? [`nobody may do the action ${name}.`] : []),
    ...action.roles.filter((role) => !roles.has(role)).map((role) => `there is no role ${role} (action ${name}).`),
    ...(action.needs ?? [])
      .filter((field) => !(field in paper.fields))
      .map((field) => `the action ${name} needs the field ${field}, which is not there.`),
    ...(action.judges === undefined && VERDICT.test(action.label[0])
      ? [`the action ${name} sounds like a verdict: say whose work it \`judges\`, or that it judges nobody’s.`]
      : []),
    ...callFaults(paper, name, action),
    ...undoFaults(paper, name, action),
    ...moneyFaults(paper, name, action),
    ...(RESERVED.has(call) ? [`the action ${name} takes the call ${call}, which every paper has already.`] : []),
  ];
}

/** Return a fault if two actions of a paper have the same call: path, action and values of `when`. */
function callFaults(paper: AnyPaper, name: string, { call }: Action): string[] {
  if (!call) return [];
  return Object.entries(lifeOf(paper).actions)
    .filter(([other, one]) => other > name && call.action !== undefined && isSameCall(call, one.call))
    .map(([other]) => `the actions ${name} and ${other} have the same call; say \`when\` each is meant.`);
}

/** Return a fault unless an undo leads from the end state of its action back to its start state, by the same roles. */
function undoFaults(paper: AnyPaper, name: string, { undoes, from, to, roles, field }: Action): string[] {
  if (!undoes) return [];
  const act = lifeOf(paper).actions[undoes] as Action | undefined;
  const isBack =
    act &&
    act.field === field &&
    from.length === 1 &&
    from[0] === act.to &&
    act.from.includes(to) &&
    roles.toSorted().join() === act.roles.toSorted().join();
  return isBack ? [] : [`the action ${name} does not lead back from ${undoes}, by the same roles.`];
}

/** Return a fault unless an action of a money paper names the field with its amount, which the confirmation shows. */
function moneyFaults(paper: AnyPaper, name: string, { money }: Action): string[] {
  if (money === undefined)
    return paper.menu?.group === 'money' ? [`the action ${name} of a paper of money does not say its \`money\`.`] : [];
  const field = fieldOf(paper, money);
  return field && kindOf(field).sums ? [] : [`the action ${name} moves ${money}, which is no amount that is added up.`];
}

function editableFaults(paper: AnyPaper, life: Lifecycle, rooms: readonly Room[]): string[] {
  const following = rooms
    .flatMap((room) => room.papers)
    .flatMap((one: AnyPaper) => one.follows ?? [])
    .filter((one) => one.paper === paper.name)
    .map((one) => one.as);
  const named = Object.values(life.editable).flatMap((fields) =>
    fields === undefined || fields === 'all' ? [] : [...fields],
  );
  const known = (field: string): boolean =>
    field in paper.fields ||
    field in (paper.lines ?? {}) ||
    (field === 'annexes' && paper.annexes !== undefined) ||
    following.includes(field);
  return [...new Set(named)]
    .filter((field) => !known(field))
    .map((field) => `the field ${field} is editable in a state but not there.`);
}
