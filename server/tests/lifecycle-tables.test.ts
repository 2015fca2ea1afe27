import { describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { type Track, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { rooms } from '../rooms.ts';

const papers: readonly AnyPaper[] = rooms.flatMap((room) => room.papers).filter((paper) => paper.lifecycle);

interface Step {
  readonly from: string;
  readonly to: string;
  /** The verb; absent: the product itself. */ readonly verb?: string;
}

const stepsOf = (track: Track): Step[] => [
  ...Object.entries(track.actions).flatMap(([verb, { from, to }]) =>
    from.map((one): Step => ({ from: one, to, verb })),
  ),
  ...track.moves.map(([from, to]): Step => ({ from, to })),
];

/** All states to which steps lead from some. */
function reached(steps: readonly Step[], from: readonly string[]): Set<string> {
  const found = new Set(from);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const step of steps) if (found.has(step.from)) found.add(step.to);
  }
  return found;
}

const beginnings = (paper: AnyPaper, track: Track): string[] => {
  const initial = (paper.fields as Record<string, Field>)[track.field].initial;
  return ['*', ...(typeof initial === 'string' ? [initial] : [])];
};

const tracks = papers.flatMap((paper) =>
  statesOf(lifeOf(paper)).map((track) => [`${paper.title[0]} ${track.field}`, paper, track] as const),
);

describe.each(tracks)('%s', (_name, paper, track) => {
  const states = Object.keys(track.states.items);
  const steps = stepsOf(track);

  test('每个状态都走得到，走到哪里都还能走到头 every state can be reached, and from each an end', () => {
    const all = reached(steps, beginnings(paper, track));
    expect(states.filter((state) => !all.has(state))).toEqual([]);
    const stuck = states.filter((state) => !track.ends.some((end) => reached(steps, [state]).has(end)));
    // A standard is published again as often as one likes.
    expect(stuck).toEqual(track.ends.length ? [] : states);
  });

  test('状态的词两种语言都有，同一张单据里不重名 the words of states tell them apart in both languages', () => {
    for (const at of [0, 1] as const) {
      const words = states.map((state) => track.states.items[state][at]);
      expect(new Set(words).size).toBe(states.length);
      expect(words.filter((word) => !word.trim())).toEqual([]);
    }
    expect(track.states.sealed).toBe(true);
  });

  test('在一个状态里，没有两个动作叫同一个名字 no two verbs that a state offers are called the same', () => {
    for (const state of states) {
      const offered = Object.values(track.actions).filter((action) => action.from.includes(state));
      for (const at of [0, 1] as const)
        expect(new Set(offered.map(({ label }) => label[at])).size).toBe(offered.length);
    }
  });

  test('同一条路径上的动作分得清 verbs that share a call are told apart by what it says, or by the state', () => {
    for (const [name, one] of Object.entries(track.actions)) {
      for (const [other, { from, call }] of Object.entries(track.actions)) {
        if (name >= other || (one.call?.path ?? name) !== (call?.path ?? other)) continue;
        const told = one.call?.action !== call?.action;
        expect([name, other, told || !one.from.some((state) => from.includes(state))]).toEqual([name, other, true]);
      }
    }
  });
});

/** What is kept as long as it is there, and is no document: its own rules say when it may go, not how far it has come. */
const REGISTERS = ['household', 'member', 'feedback', 'powerOnDevice', 'thingModel', 'device'];

describe.each(papers.map((paper) => [paper.title[0], paper] as const))('%s', (_title, paper) => {
  const life = lifeOf(paper);

  if (!REGISTERS.includes(paper.name))
    test('只有刚建立、还没走动的单据可以删 only a paper that has not moved yet may be removed', () => {
      const [own] = statesOf(life);
      const fresh = stepsOf(own).flatMap((step) => (step.from === '*' ? [step.to] : []));
      expect(life.removable.filter((state) => ![...fresh, ...beginnings(paper, own)].includes(state))).toEqual([]);
      expect(life.removable.filter((state) => life.ends.includes(state))).toEqual([]);
    });

  test('到了头的单据一个字也不改 nothing of a paper that has ended is edited by hand', () => {
    expect(life.ends.filter((state) => state in life.editable)).toEqual([]);
  });

  test('页签里说的状态都有 ready-made views name states that exist', () => {
    for (const { field, states } of statesOf(life)) {
      const named = Object.values(paper.views ?? {}).flatMap(({ filter }) => filter[field]?.split(',') ?? []);
      expect(named.filter((state) => !(state in states.items))).toEqual([]);
    }
  });

  test('改变单据的动作，做完用两种语言说一声 a verb that moves a paper says so when it is done', () => {
    for (const [name, { from, said, icon }] of Object.entries(life.actions))
      if (from.some((state) => state !== '*')) expect([name, said?.length, Boolean(icon)]).toEqual([name, 2, true]);
  });
});

/** What may be done with a paper that has ended. Whoever adds to it opens what people took for settled. */
const OUT_OF_ENDS: Readonly<Record<string, readonly string[]>> = {
  leaveForm: ['approved → cancelled: cancel'],
  dispatchForm: ['confirmed → completed: the product'],
  completion: ['confirmed → submitted: reopen'],
  member: ['removed → pending: reapply'],
  powerOnDevice: ['bound → unbound: the product'],
  thingModel: ['disabled → published: enable'],
  collection: [
    'approved → none: undoApproval',
    'approved → none: cancelApproval',
    'transmitted → none: undoHandOver',
    'cancelled → invoiced: invoice',
  ],
  piece: ['settled → approved: the product'],
  wagePeriod: ['closed → paid: openAgain'],
};

test('到了头的单据，只有说好的几条路出得来 out of an end leads no way but the known ones', () => {
  const found = papers.map((paper): [string, string[]] => [
    paper.name,
    statesOf(lifeOf(paper)).flatMap((track) =>
      stepsOf(track)
        .filter(({ from, to }) => track.ends.includes(from) && from !== to)
        .map(({ from, to, verb }) => `${from} → ${to}: ${verb ?? 'the product'}`),
    ),
  ]);
  expect(Object.fromEntries(found.filter(([, ways]) => ways.length))).toEqual(OUT_OF_ENDS);
});

/** A verb that takes back what others did: paper, the verb, and the verbs that it takes back. */
const TAKEN_BACK: readonly (readonly [paper: string, verb: string, undone: readonly string[]])[] = [
  ['repairForm', 'reopen', ['reject', 'cancel']],
  ['completion', 'reopen', ['pass']],
  ['collection', 'cancelApproval', ['approve']],
  ['piece', 'revoke', ['check']],
  ['piece', 'revive', ['cancel']],
  ['wagePeriod', 'openAgain', ['close']],
];

test.for(TAKEN_BACK)(
  '%s %s：退回别人的决定的，是另一个人 who takes back a decision is not who made it',
  ([name, verb, undone]) => {
    const { actions } = lifeOf(papers.find((paper) => paper.name === name)!);
    const back = actions[verb];
    for (const made of undone.map((one) => actions[one])) {
      expect(back.from).toContain(made.to);
      expect(back.roles.filter((role) => made.roles.includes(role))).toEqual([]);
    }
    expect(Object.keys(back.asks ?? {}).length).toBeGreaterThan(0);
  },
);
