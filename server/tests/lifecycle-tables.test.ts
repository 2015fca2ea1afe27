import { describe, expect, test } from 'vitest';
import type { RowsOfLines, StructuredPart } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Track, endingsOf, isSameCall, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { rooms } from '../rooms.ts';

const everyPaper: readonly AnyPaper[] = rooms.flatMap((room) => room.papers);
const papers = everyPaper.filter((paper) => paper.lifecycle);

interface Step {
  readonly from: string;
  readonly to: string;
  /** The action; absent for a step of the product. */ readonly verb?: string;
}

const stepsOf = (track: Track): Step[] => [
  ...Object.entries(track.actions).flatMap(([verb, action]) =>
    action.from.flatMap((from) => endingsOf(action).map((to): Step => ({ from, to, verb }))),
  ),
  ...track.moves.map(([from, to]): Step => ({ from, to })),
];

/** Return all states that can be reached from these states. */
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
  const all = Object.keys(track.states.items);
  const states = all.filter((state) => !track.unused?.includes(state));
  const steps = stepsOf(track);

  test('每个状态都走得到，走到哪里都还能走到头 every state is reachable and reaches an end', () => {
    const visited = reached(steps, beginnings(paper, track));
    expect(states.filter((state) => !visited.has(state))).toEqual([]);
    // A state that is named as unused is not reached.
    expect(all.filter((state) => visited.has(state)).toSorted()).toEqual(states.toSorted());
    const stuck = states.filter((state) => !track.ends.some((end) => reached(steps, [state]).has(end)));
    // A paper without end states, such as a standard, has no state from which an end state is reached.
    expect(stuck).toEqual(track.ends.length ? [] : states);
  });

  test('状态的词两种语言都有，同一张单据里不重名 labels of states are unique in both languages', () => {
    for (const at of [0, 1] as const) {
      const words = states.map((state) => track.states.items[state][at]);
      expect(new Set(words).size).toBe(states.length);
      expect(words.filter((word) => !word.trim())).toEqual([]);
    }
    expect(track.states.sealed).toBe(true);
  });

  test('在一个状态里，没有两个动作叫同一个名字 actions of one state have different labels', () => {
    for (const state of states) {
      const offered = Object.values(track.actions).filter((action) => action.from.includes(state));
      for (const at of [0, 1] as const)
        expect(new Set(offered.map(({ label }) => label[at])).size).toBe(offered.length);
    }
  });

  test('同一条路径上的动作分得清 actions that share a call differ by its parameter, or by the state', () => {
    for (const [name, one] of Object.entries(track.actions)) {
      for (const [other, { from, call }] of Object.entries(track.actions)) {
        if (name >= other || (one.call?.path ?? name) !== (call?.path ?? other)) continue;
        const differ = one.call?.action !== call?.action || (one.call !== undefined && !isSameCall(one.call, call));
        expect([name, other, differ || !one.from.some((state) => from.includes(state))]).toEqual([name, other, true]);
      }
    }
  });
});

/** Papers that are registers and not documents: their own rules say when a row may be deleted. */
const REGISTERS = ['household', 'member', 'feedback', 'powerOnDevice', 'thingModel', 'device'];

/**
 * Further states in which a document may be removed. A shipment that was sent back disappears with its last line.
 * Technicians withdraw an application for tools that was sent back.
 */
const ALSO_REMOVABLE: Readonly<Record<string, readonly string[]>> = {
  materialShipment: ['returned'],
  toolApply: ['returned'],
  // A consumable is a line of its contract; its state tells of a warning, and an open warning holds it.
  schemeSupplies: ['handled', 'ignored'],
};

describe.each(papers.map((paper) => [paper.title[0], paper] as const))('%s', (_title, paper) => {
  const life = lifeOf(paper);

  if (!REGISTERS.includes(paper.name))
    test('只有刚建立、还没走动的单据可以删 only a paper in its first state may be removed', () => {
      const [own] = statesOf(life);
      const fresh = stepsOf(own).flatMap((step) => (step.from === '*' ? [step.to] : []));
      const allowed = [...fresh, ...beginnings(paper, own), ...(ALSO_REMOVABLE[paper.name] ?? [])];
      expect(life.removable.filter((state) => !allowed.includes(state))).toEqual([]);
      expect(life.removable.filter((state) => life.ends.includes(state))).toEqual([]);
    });

  test('到了头的单据一个字也不改 no field of a paper in an end state is edited by hand', () => {
    expect(life.ends.filter((state) => state in life.editable)).toEqual([]);
  });

  test('页签里说的状态都有 predefined views name existing states', () => {
    for (const { field, states } of statesOf(life)) {
      const named = Object.values(paper.views ?? {}).flatMap(({ filter }) => filter[field]?.split(',') ?? []);
      expect(named.filter((state) => !(state in states.items))).toEqual([]);
    }
  });

  test('改变单据的动作，做完用两种语言说一声 an action with a transition confirms it in words', () => {
    for (const [name, { from, said, icon }] of Object.entries(life.actions))
      if (from.some((state) => state !== '*')) expect([name, said?.length, Boolean(icon)]).toEqual([name, 2, true]);
  });
});

/** Allowed steps out of an end state. Each further such step would reopen papers that people consider final. */
const OUT_OF_ENDS: Readonly<Record<string, readonly string[]>> = {
  leaveForm: ['approved → cancelled: cancel'],
  instructionTask: ['completed → running: retryFailed'],
  upgradeTask: ['completed → running: the product'],
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
  materialReturn: ['notNeeded → queued: the product'],
  materialShipment: ['notNeeded → none: the product'],
  piece: ['settled → approved: the product'],
  wagePeriod: ['closed → paid: openAgain'],
  // A visit of a contract is opened again with its completion; a skipped one comes back.
  scheme: ['finished → active: the product'],
  schemeUse: ['consumed → locked: the product', 'consumed → released: the product'],
  planOccurrence: [
    'skipped → planned: restore',
    'done → dispatched: the product',
    'done → booked: the product',
    'cancelled → planned: the product',
  ],
  care: ['sent → read: the product'],
  reminder: ['closed → waiting: the product'],
};

test('到了头的单据，只有说好的几条路出得来 only known actions lead out of an end state', () => {
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

/**
 * Actions that undo decisions: paper, action, undone actions. Their roles must differ from those of the undone actions.
 */
const TAKEN_BACK: readonly (readonly [paper: string, verb: string, undone: readonly string[]])[] = [
  ['repairForm', 'reopen', ['reject', 'cancel']],
  ['completion', 'reopen', ['pass']],
  ['collection', 'cancelApproval', ['approve']],
  ['piece', 'revoke', ['check']],
  ['piece', 'revive', ['cancel']],
  ['wagePeriod', 'openAgain', ['close']],
];

test.for(TAKEN_BACK)(
  '%s %s：退回别人的决定的，是另一个人 a decision is undone by another role than its author',
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

/** An input of an action that has rows about the lines of its paper. */
interface RowsOfInput {
  readonly at: string;
  readonly paper: AnyPaper;
  readonly parts: readonly StructuredPart[];
  readonly perLine?: RowsOfLines;
}

const inputsOfLines: readonly RowsOfInput[] = papers.flatMap((paper) =>
  Object.entries(paper.lifecycle?.actions ?? {}).flatMap(([verb, { asks = {} }]) =>
    Object.entries(asks).flatMap(([name, field]) => {
      const { parts = [], perLine, rows } = field as Partial<RowsOfInput> & { readonly rows?: boolean };
      const isOfLines = rows && parts.some((part) => part.name === 'id');
      return isOfLines ? [{ at: `${paper.name} ${verb} ${name}`, paper, parts, perLine }] : [];
    }),
  ),
);

test('nobody types the id of a line: rows of lines are asked line by line', () => {
  expect(inputsOfLines.length).toBeGreaterThan(5);
  expect(inputsOfLines.filter((one) => !one.perLine).map((one) => one.at)).toEqual([]);
});

test('inputs per line name fields of the line and parts of the input, and have a control each', () => {
  const faults = inputsOfLines.flatMap(({ at, paper, parts, perLine }) => {
    const line = everyPaper.find((one) => one.name === paper.lines?.[perLine?.of ?? '']?.paper);
    if (!perLine || !line) return [`${at}: no lines`];
    const { shows, starts, filled = [], reason } = perLine;
    const names = parts.filter((part) => !part.technical).map((part) => part.name);
    return [
      ...[...shows, ...Object.values(starts)].filter((name) => !(name in line.fields)),
      ...[...Object.keys(starts), ...filled, ...(reason ? [reason.part, reason.below] : [])].filter(
        (name) => !names.includes(name),
      ),
      ...parts.filter((part) => !['text', 'number', 'choice'].includes(part.type)).map((part) => part.name),
    ].map((name) => `${at}: ${name}`);
  });
  expect(faults).toEqual([]);
});
