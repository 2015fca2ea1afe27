import { kindOf } from '#kernel/fields/kinds.ts';
import { type Action, type Lifecycle, type Track, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf, fieldOf } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';
import { knownRoles } from './paper-faults.ts';

/** Calls that the kernel gives to every paper. */
const RESERVED = new Set(['history', 'restore', 'copy', 'bulk', 'export', 'import']);

/** Words of those who judge. */
const VERDICT = /审|通过|驳回|确认|采纳|退回重/;

/** What would leave a paper stuck, unreachable, or at odds with its own states. */
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
  const states = Object.keys(track.states.items);
  return [
    ...stateField(paper, track),
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

/** Every way from a state to a state, by hand or by the product itself. */
function ways(life: Track): [from: string, to: string][] {
  const byHand = Object.values(life.actions).flatMap(({ from, to }) =>
    from.map((state): [string, string] => [state, to]),
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
    ...undoFaults(paper, name, action),
    ...moneyFaults(paper, name, action),
    ...(RESERVED.has(call) ? [`the action ${name} takes the call ${call}, which every paper has already.`] : []),
  ];
}

/** An undo begins where the act ends, leads back to where it began, and is the same roles'. */
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

/** A paper of money says of each action which amount it moves, so that the question about it can. */
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
