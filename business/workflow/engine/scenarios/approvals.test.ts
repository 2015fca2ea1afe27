import { describe, expect, it } from 'vitest';
import type { MemoryCompany } from '../simulate/memory-host.rules.ts';
import { Player } from '../testing/player.ts';
import { scenario } from '../testing/scenario.ts';

const company: MemoryCompany = {
  members: { five: ['p1', 'p2', 'p3', 'p4', 'p5'], two: ['bob', 'cat'], own: ['ann'], mixed: ['ann', 'bob'] },
  leaders: { ann: ['lea', 'max'], sales: ['sue'] },
  admins: ['root'],
};

/** Return a process of one task with this assignment, and a gateway whose two tasks show the outcome. */
const approval = (assignment: string): string =>
  `user a people="${assignment}"\nexclusive g\nuser yes by=x\nuser no by=x\nstart -> a -> g\ng -> yes [pass]\ng -> no [else]`;

const by = (mode: string, role: string, more = ''): string =>
  approval(`{'mode':'${mode}','by':[{'type':'role','values':['${role}']}]${more}}`);

describe('several people decide', () => {
  scenario(
    'all: everybody passes',
    by('all', 'two'),
    ['start => a a', 'complete a bob => a', 'complete a cat => yes'],
    { company },
  );
  scenario(
    'all: the first rejection decides',
    by('all', 'five'),
    ['start => a a a a a', 'complete a p2 => a a a a', 'reject a p4 => no'],
    { company, trace: 'start -a a -a a -a g no…' },
  );
  scenario('any: the first pass decides', by('any', 'five'), ['start => a a a a a', 'complete a p3 => yes'], {
    company,
  });
  scenario('any: the first rejection decides too', by('any', 'two'), ['start => a a', 'reject a bob => no'], {
    company,
  });
  scenario(
    'in turn: one after the other',
    by('seq', 'two'),
    ['start => a', 'complete a cat => refused: taskDone', 'complete a bob => a', 'complete a cat => yes'],
    { company },
  );
  scenario('in turn: a rejection asks nobody else', by('seq', 'two'), ['start => a', 'reject a bob => no'], {
    company,
    trace: 'start a g no…',
  });
  scenario(
    'ratio: reached',
    by('ratio', 'five', ",'ratio':0.6"),
    [
      'start => a a a a a',
      'complete a p1 => a a a a',
      'reject a p2 => a a a',
      'complete a p3 => a a',
      'complete a p4 => yes',
    ],
    { company },
  );
  scenario(
    'ratio: ends as soon as it cannot be reached',
    by('ratio', 'five', ",'ratio':0.6"),
    ['start => a a a a a', 'reject a p1 => a a a a', 'reject a p2 => a a a', 'reject a p3 => no'],
    { company },
  );
  scenario(
    'ratio 80 %: of five, one may reject',
    by('ratio', 'five', ",'ratio':0.8"),
    [
      'start => a a a a a',
      'reject a p1 => a a a a',
      'complete a p2 => a a a',
      'complete a p3 => a a',
      'complete a p4 => a',
      'complete a p5 => yes',
    ],
    { company },
  );
  scenario(
    'ratio 80 % with a veto: one rejection decides',
    by('ratio', 'five', ",'ratio':0.8,'reject':'veto'"),
    ['start => a a a a a', 'complete a p1 => a a a a', 'reject a p5 => no'],
    { company },
  );
  scenario(
    'one more signer joins, and counts',
    by('all', 'two'),
    [
      'start => a a',
      'sign a parallel dan => a a a',
      'complete a bob => a a',
      'complete a dan => a',
      'complete a cat => yes',
    ],
    { company },
  );
  scenario(
    'one more signer in turn is asked last',
    by('seq', 'two'),
    ['start => a', 'sign a parallel dan => a', 'complete a bob => a', 'complete a cat => a', 'complete a dan => yes'],
    { company },
  );
  scenario(
    'one signer less: the rest is judged again',
    by('all', 'two'),
    ['start => a a', 'complete a bob => a', 'unsign a cat => refused: notHere'],
    { company },
  );
  scenario(
    'one signer less before anybody decided',
    by('all', 'five'),
    [
      'start => a a a a a',
      'unsign a p5 => a a a a',
      'complete a p1 => a a a',
      'complete a p2 => a a',
      'complete a p3 => a',
      'complete a p4 => yes',
    ],
    { company },
  );
  scenario(
    'one signer less in turn: the next is asked, and one who joins is the last',
    by('seq', 'five'),
    [
      'start => a',
      'unsign a p1 => a',
      'complete a p1 => refused: taskDone',
      'complete a p2 => a',
      'sign a parallel dan => a',
      'complete a p3 => a',
      'complete a p4 => a',
      'complete a p5 => a',
      'complete a dan => yes',
    ],
    { company },
  );
  scenario(
    'one signer less and another joins: each is who was asked',
    by('all', 'five'),
    [
      'start => a a a a a',
      'unsign a p2 => a a a a',
      'sign a parallel dan => a a a a a',
      'complete a dan => a a a a',
      'complete a p5 => a a a',
    ],
    { company },
  );
  scenario(
    'a boundary timer ends the whole approval',
    `${by('all', 'two')}\nboundary t on=a timer=PT1H\nt -> no`,
    ['start => a a', 'complete a bob => a', 'timer t => no'],
    { company },
  );
});

describe('who gets a task', () => {
  const assignee = async (assignment: string, start = 'start'): Promise<string> => {
    const player = await Player.of(approval(assignment), company);
    const standing = await player.play(start);
    return standing === 'a' ? String(player.openTask('a').assigneeId) : standing;
  };
  const single = (rule: string, more = ''): string => `{'mode':'single','by':[${rule}]${more}}`;

  it.each([
    ['a user', single("{'type':'user','values':['bob']}"), 'start', 'bob'],
    ['first of a role', single("{'type':'role','values':['two']}"), 'start', 'bob'],
    ['the starter', single("{'type':'starter'}"), 'start', 'ann'],
    ['leader of the starter', single("{'type':'starterLeader','level':1}"), 'start', 'lea'],
    ['second leader of the starter', single("{'type':'starterLeader','level':2}"), 'start', 'max'],
    ['user of a field', single("{'type':'formUser','field':'owner'}"), 'start owner=kim', 'kim'],
    [
      'leader of a department of a field',
      single("{'type':'formDeptLeader','field':'dept'}"),
      'start dept=sales',
      'sue',
    ],
    ['who the starter picked', single("{'type':'starterPick'}"), 'start pick_a=tom', 'tom'],
    ['an expression', single("{'type':'expr','values':['${who}']}"), 'start who=una', 'una'],
    ['nobody: the administrator', single("{'type':'role','values':['none']}"), 'start', 'root'],
    ['nobody: passed', single("{'type':'role','values':['none']}", ",'empty':'pass'"), 'start', 'yes'],
    ['nobody: rejected', single("{'type':'role','values':['none']}", ",'empty':'reject'"), 'start', 'no'],
    [
      'nobody: somebody named',
      single("{'type':'role','values':['none']}", ",'empty':'user','emptyUser':'kim'"),
      'start',
      'kim',
    ],
    ['the starter is asked', single("{'type':'role','values':['own']}", ",'sameAsStarter':'self'"), 'start', 'ann'],
    ['the starter is not asked unsaid', single("{'type':'role','values':['own']}"), 'start', 'root'],
    ['the starter is skipped', single("{'type':'role','values':['own']}", ",'sameAsStarter':'skip'"), 'start', 'yes'],
    [
      'another than the starter is left',
      single("{'type':'role','values':['mixed']}", ",'sameAsStarter':'skip'"),
      'start',
      'bob',
    ],
    [
      'the leader for the starter',
      single("{'type':'role','values':['own']}", ",'sameAsStarter':'deptLeader'"),
      'start',
      'lea',
    ],
    [
      'the administrator for the starter',
      single("{'type':'role','values':['own']}", ",'sameAsStarter':'admin'"),
      'start',
      'root',
    ],
  ])('%s', async (_name, assignment, start, expected) => {
    expect(await assignee(assignment, start)).toBe(expected);
  });

  it('without people the task stays open and unassigned', async () => {
    const player = await Player.of(approval(single("{'type':'role','values':['none']}")), {});
    expect(await player.play('start')).toBe('a');
    expect(player.run.deltas[0]?.wishes).toMatchObject([{ kind: 'unassigned', nodeId: 'a' }]);
    expect(player.openTask('a').assigneeId).toBeNull();
  });

  it('a decision without people is in the history as such', async () => {
    const player = await Player.of(
      approval(single("{'type':'role','values':['own']}", ",'sameAsStarter':'skip'")),
      company,
    );
    await player.play('start');
    expect([...player.run.tasks.values()][0]).toMatchObject({
      nodeId: 'a',
      state: 'done',
      decision: 'auto',
      endedReason: 'sameAsStarter',
    });
  });

  const twice = (repeat: string): string =>
    ['a', 'b', 'c']
      .map(
        (id, at) =>
          `user ${id} people="{'mode':'single','by':[{'type':'user','values':['${at === 1 ? 'cat' : 'bob'}']}],'repeat':'${repeat}'}"`,
      )
      .join('\n') + '\nstart -> a -> b -> c -> end';
  scenario(
    'who passed before passes again without being asked',
    twice('all'),
    ['start => a', 'complete a => b', 'complete b => ended'],
    { company },
  );
  scenario(
    'consecutive: only who passed last',
    twice('consecutive'),
    ['start => a', 'complete a => b', 'complete b => c'],
    { company },
  );
  scenario('none: everybody is asked', twice('none'), ['start => a', 'complete a => b', 'complete b => c'], {
    company,
  });

  scenario(
    'all: the starter is skipped, the others decide',
    approval("{'mode':'all','by':[{'type':'role','values':['mixed']}],'sameAsStarter':'skip'}"),
    ['start => a', 'complete a bob => yes'],
    { company },
  );
  scenario(
    'all of nobody: by the policy',
    approval("{'mode':'all','by':[{'type':'role','values':['none']}],'empty':'pass'}"),
    ['start => yes'],
    { company },
  );
});

describe('an approval without people', () => {
  it('waits with one unassigned task, and does not pass by itself', async () => {
    const player = await Player.of(by('all', 'none'), {});
    expect(await player.play('start')).toBe('a');
    expect(player.run.deltas[0]?.wishes).toMatchObject([{ kind: 'unassigned', nodeId: 'a' }]);
  });
});

describe('late tasks', () => {
  const late = (timeout: string): string =>
    `user a by=bob timeout="${timeout}"\nexclusive g\nuser yes by=x\nuser no by=x\nstart -> a -> g\ng -> yes [pass]\ng -> no [else]`;
  scenario('are passed', late("{'after':'P1D','action':'approve'}"), ['start => a', 'timer a => yes'], { company });
  scenario('are rejected', late("{'after':'P1D','action':'reject'}"), ['start => a', 'timer a => no'], { company });
  scenario(
    'are given to somebody else',
    late("{'after':'P1D','action':'transfer','transferTo':'dan'}"),
    ['start => a', 'timer a => a', 'complete a dan => yes'],
    { company },
  );
  scenario(
    'are reminded of, so often',
    late("{'after':'P1D','action':'remind','repeat':2}"),
    ['start => a', 'timer a => a', 'timer a => a', 'timer a => refused: notFound', 'complete a => yes'],
    { company },
  );
  scenario(
    'and those done in time are not',
    late("{'after':'P1D','action':'reject'}"),
    ['start => a', 'complete a => yes', 'timer a => refused: notFound'],
    { company },
  );
  scenario(
    'each of several on its own',
    `user a people="{'mode':'all','by':[{'type':'role','values':['two']}]}" timeout="{'after':'P1D','action':'approve'}"\nstart -> a -> end`,
    ['start => a a', 'timer a => a', 'timer a => ended'],
    { company },
  );

  it('a reminder names the task', async () => {
    const player = await Player.of(late("{'after':'P1D','action':'remind'}"));
    await player.play('start');
    await player.play('timer a');
    expect(player.run.deltas[1]?.wishes).toEqual([
      { kind: 'remind', instanceId: player.run.rootId, nodeId: 'a', taskId: player.openTask('a').id },
    ]);
  });
});

describe('an account is closed', () => {
  const task = (more = ''): string =>
    `user a people="{'mode':'single','by':[{'type':'user','values':['bob']}]${more}}"\nstart -> a -> end`;
  const has = async (player: Player): Promise<unknown> => {
    const { assigneeId, onBehalfOf } = player.openTask('a');
    return [assigneeId, onBehalfOf];
  };

  it('its tasks go to the first eligible successor', async () => {
    const player = await Player.of(task());
    await player.play('start');
    expect(await player.play('leave bob dan cat')).toBe('a');
    expect(await has(player)).toEqual(['dan', 'bob']);
  });

  it('never to the starter, if the node forbids that', async () => {
    const player = await Player.of(task(",'sameAsStarter':'admin'"));
    await player.play('start');
    await player.play('leave bob ann cat');
    expect(await has(player)).toEqual(['cat', 'bob']);
  });

  it('a later turn never goes to the starter, but to the next successor, or stays unassigned', async () => {
    const turns = `user a people="{'mode':'seq','by':[{'type':'user','values':['bob','cat']}]}"\nstart -> a -> end`;
    for (const [heirs, expected] of [
      ['ann dan', 'dan'],
      ['ann', null],
    ] as const) {
      const player = await Player.of(turns);
      await player.play('start');
      await player.play(`leave cat ${heirs}`);
      await player.play('complete a bob');
      expect(player.openTask('a').assigneeId).toBe(expected);
    }
  });

  it('without a successor the policy of the node decides', async () => {
    const player = await Player.of(task(), { admins: ['root'] });
    await player.play('start');
    await player.play('leave bob');
    expect(await has(player)).toEqual(['root', 'bob']);
    expect(await (await Player.of(task(",'empty':'pass'"))).play('start')).toBe('a');
  });

  scenario('without a successor it is decided where the node says so', task(",'empty':'reject'"), [
    'start => a',
    'leave bob => ended',
  ]);

  it('no people at all is an incident, not a pass', async () => {
    const player = await Player.of(task());
    await player.play('start');
    expect(await player.play('leave bob')).toBe('a');
    expect(player.run.deltas.at(-1)?.wishes).toMatchObject([{ kind: 'unassigned', nodeId: 'a' }]);
  });

  it('turns that come later are another’s', async () => {
    const player = await Player.of(
      `user a people="{'mode':'seq','by':[{'type':'user','values':['bob','dan']}]}"\nstart -> a -> end`,
    );
    await player.play('start');
    await player.play('leave dan cat');
    await player.play('complete a bob');
    expect(await has(player)).toEqual(['cat', 'dan']);
  });

  it('a loan stays with the borrower, or comes back to the successor', async () => {
    for (const [line, owner] of [
      ['leave bob', null],
      ['leave bob cat', 'cat'],
    ] as const) {
      const player = await Player.of(task());
      await player.play('start');
      await player.play('delegate a dan');
      await player.play(line);
      expect(player.openTask('a')).toMatchObject({ assigneeId: 'dan', ownerId: owner });
    }
  });
});
