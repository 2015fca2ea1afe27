import { describe, expect, it } from 'vitest';
import { Player } from '../testing/player.ts';
import { scenario } from '../testing/scenario.ts';

const one = 'user a by=bob\nuser b by=cat\nstart -> a -> b -> end';

describe('what people do with tasks', () => {
  it('candidates see a task until one of them claims it', async () => {
    const player = await Player.of('user a users=bob,cat groups=as_cs\nstart -> a -> end', {
      members: { as_cs: ['dan'] },
    });
    await player.play('start');
    const { id } = player.openTask('a');
    expect(player.run.candidates.get(id)).toEqual(['u:bob', 'u:cat', 'g:as_cs']);
    expect(await player.play('claim a cat')).toBe('a');
    expect(player.run.candidates.has(id)).toBe(false);
    expect(player.openTask('a')).toMatchObject({ assigneeId: 'cat', claimedAt: player.run.host.clock });
    expect(await player.play('claim a bob')).toBe('refused: taskDone');
    expect(await player.play('complete a cat')).toBe('ended');
  });

  it('a decision claims a candidate task', async () => {
    const player = await Player.of('user a users=bob,cat\nstart -> a -> end');
    await player.play('start');
    const { id } = player.openTask('a');
    await player.command({ type: 'complete', taskId: id, actorId: 'bob', pass: true, comment: 'fine' });
    expect(player.run.tasks.get(id)).toMatchObject({
      assigneeId: 'bob',
      endedBy: 'bob',
      decision: 'pass',
      comment: 'fine',
    });
    expect(player.run.candidates.has(id)).toBe(false);
    expect([...player.run.activities.values()].find(({ nodeId }) => nodeId === 'a')).toMatchObject({
      assigneeId: 'bob',
      taskId: id,
    });
  });

  scenario('completing twice: the second is told', one, [
    'start => a',
    'complete a bob => b',
    'complete a bob => refused: taskDone',
  ]);

  scenario(
    'pass is what the flag says, never what the caller hands in',
    'user a by=bob\nexclusive g\nstart -> a -> g\ng -> yes [pass]\ng -> no [else]\nyes, no -> end',
    ['start => a', 'reject a pass=true => ended'],
    { trace: 'start a g no end', outcome: 'rejected' },
  );

  it('transfer assigns a task to another person', async () => {
    const player = await Player.of(one);
    await player.play('start');
    expect(await player.play('transfer a dan')).toBe('a');
    expect(player.openTask('a')).toMatchObject({ assigneeId: 'dan', ownerId: 'bob' });
    expect(await player.play('complete a dan')).toBe('b');
  });

  it('delegate lends a task: only its owner decides, after its return', async () => {
    const player = await Player.of(one);
    await player.play('start');
    expect(await player.play('delegate a dan')).toBe('a');
    expect(player.openTask('a')).toMatchObject({ assigneeId: 'dan', ownerId: 'bob', delegation: 'pending' });
    expect(await player.play('complete a dan')).toBe('refused: notHere');
    expect(await player.play('resolve a')).toBe('a');
    expect(player.openTask('a')).toMatchObject({ assigneeId: 'bob', delegation: 'resolved' });
    expect(await player.play('resolve a')).toBe('refused: notHere');
    expect(await player.play('complete a bob')).toBe('b');
  });

  scenario('sign before: the own task waits, and decides', one, [
    'start => a',
    'sign a before dan eve => a',
    'complete a bob => refused: notHere',
    'reject a dan => a',
    'complete a bob => refused: notHere',
    'complete a eve => a',
    'complete a bob => b',
  ]);
  scenario('sign before, taken back', one, [
    'start => a',
    'sign a before dan => a',
    'unsign a dan => a',
    'complete a bob => b',
  ]);
  scenario('sign after: the own task is passed, the others decide', one, [
    'start => a',
    'sign a after dan eve => a',
    'complete a bob => refused: taskDone',
    'complete a dan => a',
    'complete a eve => b',
  ]);
  scenario(
    'sign after: a rejection ends the rest',
    'user a by=bob\nexclusive g\nstart -> a -> g\ng -> yes [pass]\ng -> no [else]\nyes, no -> end',
    ['start => a', 'sign a after dan eve => a', 'reject a dan => ended'],
    { trace: 'start a g no end' },
  );
  scenario('sign after, taken back: the node is passed', one, [
    'start => a',
    'sign a after dan => a',
    'unsign a dan => b',
  ]);
  scenario('sign parallel: both decide', one, [
    'start => a',
    'sign a parallel dan => a',
    'complete a bob => a',
    'complete a dan => b',
  ]);
  scenario('sign with nobody: refused', one, ['start => a', 'sign a parallel => refused: limit']);
  scenario('the only signer cannot be taken away', one, ['start => a', 'unsign a => refused: notHere']);

  it('sign after by one of candidates claims the task', async () => {
    const player = await Player.of('user a users=bob,cat\nstart -> a -> end');
    await player.play('start');
    const { id } = player.openTask('a');
    await player.command({ type: 'addSign', taskId: id, position: 'after', userIds: ['dan'], actorId: 'cat' });
    expect(player.run.tasks.get(id)).toMatchObject({ assigneeId: 'cat', decision: 'pass' });
    expect(player.run.candidates.has(id)).toBe(false);
    expect(await player.play('complete a dan')).toBe('ended');
  });

  it('a due date and a priority come from the node', async () => {
    const player = await Player.of('user a by=bob due=PT8H\nuser b by=bob due=${until}\nstart -> a -> b');
    await player.play('start until="2026-03-09 18:00:00"');
    expect(player.openTask('a')).toMatchObject({ dueAt: player.run.host.clock + 8 * 3_600_000, priority: 50 });
    await player.play('complete a');
    expect(player.openTask('b').dueAt).toBe(Date.parse('2026-03-09T18:00:00+08:00'));
  });
});

const forked =
  'parallel f\nuser b by=x\nuser c by=x\nparallel j\nuser z by=x\nstart -> f -> b, c\nb, c -> j\nj -> z -> end';
const route = 'user a by=bob\nuser b by=cat\nuser c by=dan\nstart -> a -> b -> c -> end';

describe('back and elsewhere', () => {
  scenario(
    'return: the earlier node decides again',
    route,
    ['start => a', 'complete a => b', 'complete b => c', 'return c a => a', 'complete a => b'],
    { trace: 'start a b -c a b…' },
  );
  scenario(
    'return straight back: the next pass comes to who returned it',
    route,
    [
      'start => a',
      'complete a => b',
      'complete b => c',
      'return c a straight => a',
      'complete a => c',
      'complete c => ended',
    ],
    { trace: 'start a b -c a c end' },
  );
  scenario(
    'return straight back: a rejection goes the usual way',
    'user a by=bob\nuser b by=cat\nuser c by=dan\nstart -> a\na -> b [pass || !pass]\nb -> c -> end',
    ['start => a', 'complete a => b', 'complete b => c', 'return c a straight => a', 'reject a => b'],
  );
  scenario('return to itself or to what is not there: refused', route, [
    'start => a',
    'return a a => refused: notHere',
    'return a nowhere => refused: notHere',
  ]);
  scenario(
    'return out of a parallel branch: all that came from there is ended',
    'user a by=bob\nparallel f\nuser b by=x\nuser c by=x\nparallel j\nstart -> a -> f -> b, c -> j -> end',
    ['start => a', 'complete a => b c', 'complete b => c j', 'return c a => a', 'complete a => b c'],
    { trace: 'start a f b -c a f b… c…' },
  );
  scenario(
    'return inside one branch: the other stays',
    'parallel f\nuser a by=x\nuser b by=x\nuser other by=x\nparallel j\nstart -> f -> a, other\na -> b -> j\nother -> j -> end',
    [
      'start => a other',
      'complete a => b other',
      'return b a => a other',
      'complete other => a j',
      'complete a => b j',
      'complete b => ended',
    ],
  );
  scenario(
    'return from behind a join into a branch: the other branch stays done, and the case ends',
    forked,
    [
      'start => b c',
      'complete b => c j',
      'complete c => z',
      'return z b => b j',
      'complete b => z',
      'complete z => ended',
    ],
    { trace: 'start f b c j -z b j z end' },
  );
  scenario('return from behind a join into a branch, straight back: the join is passed by', forked, [
    'start => b c',
    'complete b => c j',
    'complete c => z',
    'return z c straight => c j',
    'complete c => z',
    'complete z => ended',
  ]);
  const forkedAsking = forked.replace('b, c -> j', 'b -> j\nc -> j [pass || !pass]');
  scenario('return from behind a join into a branch, twice, with a rejection on the usual way', forkedAsking, [
    'start => b c',
    'complete b => c j',
    'complete c => z',
    'return z c straight => c j',
    'reject c => z',
    'return z b => b j',
    'complete b => z',
    'complete z => ended',
  ]);
  scenario(
    'return inside one branch: another that is done waits on at the join',
    'parallel f\nuser a by=x\nuser b by=x\nuser other by=x\nparallel j\nstart -> f -> a, other\na -> b -> j\nother -> j -> end',
    [
      'start => a other',
      'complete other => a j',
      'complete a => b j',
      'return b a => a j',
      'complete a => b j',
      'complete b => ended',
    ],
  );
  const looping =
    'user a by=x\nparallel f\nuser b by=x\nuser b2 by=x\nuser c by=x\nparallel j\nuser z by=x\nexclusive g\nstart -> a -> f -> b, c\nb -> b2\nb2, c -> j -> z -> g\ng -> a [!pass]\ng -> end [else]';
  scenario('return inside one branch of a loop: the other branch stays open', looping, [
    'start => a',
    'complete a => b c',
    'complete b => b2 c',
    'return b2 b => b c',
    'complete b => b2 c',
    'complete b2 => c j',
    'complete c => z',
    'return z b2 => b2 j',
    'complete b2 => z',
    'reject z => a',
    'complete a => b c',
    'return c a => a',
    'complete a => b c',
    'complete b => b2 c',
    'complete b2 => c j',
    'complete c => z',
    'complete z => ended',
  ]);
  scenario(
    'return from behind joins of three branches into one that met another before',
    'parallel f\nuser b by=x\nuser c by=x\nuser d by=x\nparallel i\nuser k by=x\nparallel j\nuser z by=x\nstart -> f -> b, c, d\nb, c -> i -> k -> j\nd -> j -> z -> end',
    [
      'start => b c d',
      'complete b => c d i',
      'complete c => d k',
      'complete d => j k',
      'return k b => b i j',
      'complete b => j k',
      'complete k => z',
      'return z b => b i j',
      'complete b => j k',
      'complete k => z',
      'return z d => d j',
      'complete d => z',
      'complete z => ended',
    ],
  );
  scenario(
    'return from behind an inclusive join into a branch: the case ends',
    'inclusive f\nuser b by=x\nuser c by=x\ninclusive j\nuser z by=x\nstart -> f\nf -> b [1 > 0]\nf -> c [1 > 0]\nb, c -> j -> z -> end',
    [
      'start => b c',
      'complete b => c j',
      'complete c => z',
      'return z b => b',
      'complete b => z',
      'complete z => ended',
    ],
  );
  scenario(
    'return out of a sub-process: it is ended',
    'user a by=bob\nsub s {\nuser b by=x\nstartS -> b -> endS\n}\nstart -> a -> s -> end',
    ['start => a', 'complete a => b', 'return b a => a'],
    { trace: 'start a -s startS -b a…' },
  );
  scenario(
    'return of one of several: all of them are ended',
    'user a by=bob\nuser b by=x times=3\nstart -> a -> b -> end',
    ['start => a', 'complete a => b b b', 'return b a => a', 'complete a => b b b'],
  );
  scenario(
    'return into a sub-process that does not live: refused',
    'sub s {\nuser a by=bob\nstartS -> a -> endS\n}\nuser b by=x\nstart -> s -> b -> end',
    ['start => a', 'complete a => b', 'return b a => refused: notHere'],
  );
  scenario('jump: tokens are taken and set', route, ['start => a', 'jump a c => c', 'complete c => ended'], {
    trace: 'start -a c end',
  });
  scenario(
    'jump from two branches to one node',
    'parallel f\nuser a by=x\nuser b by=x\nuser c by=x\nstart -> f -> a, b\na -> end1\nb -> end2\nc -> end3',
    ['start => a b', 'jump a,b c => c', 'complete c => ended'],
  );
  scenario('jump to what is not there: refused', route, ['start => a', 'jump a nowhere => refused: notFound']);
  scenario(
    'cancel and withdraw end everything',
    route,
    ['start => a', 'withdraw => withdrawn', 'withdraw => refused: notFound'],
    { trace: 'start -a' },
  );
  scenario(
    'suspended: nothing goes, nothing is lost',
    'user a by=x\nboundary t on=a timer=PT1H beside\nstart -> a -> end\nt -> note -> end2',
    [
      'start => a',
      'suspend => a',
      'complete a => refused: suspended',
      'timer t => refused: suspended',
      'set n=1 => refused: suspended',
      'activate => a',
      'timer t => a',
      'complete a => ended',
    ],
    { trace: 'start a t note end2 end' },
  );

  it('a suspended task has a mark until it is activated', async () => {
    const player = await Player.of(route);
    await player.play('start');
    await player.play('suspend');
    expect(player.openTask('a').suspended).toBe(true);
    await player.play('activate');
    expect(player.openTask('a').suspended).toBe(false);
  });
});

describe('verbs and copies', () => {
  it('a node emits the verbs of its paper and its copies', async () => {
    const player = await Player.of(
      `user a by=bob enters=reject completes=start copy="[{'type':'role','values':['as_hr']}]"\nstart -> a -> end`,
      { members: { as_hr: ['eve', 'fay'] } },
    );
    await player.play('start');
    await player.play('complete a');
    expect(player.run.deltas.map(({ wishes }) => wishes)).toEqual([
      [{ kind: 'verb', instanceId: player.run.rootId, nodeId: 'a', verb: 'reject' }],
      [
        { kind: 'verb', instanceId: player.run.rootId, nodeId: 'a', verb: 'start' },
        { kind: 'copy', instanceId: player.run.rootId, nodeId: 'a', userIds: ['eve', 'fay'] },
      ],
    ]);
  });

  it('messages and signals for other trees are emitted', async () => {
    const player = await Player.of('throw m message=order.placed\nthrow s signal=done\nstart -> m -> s -> end');
    await player.play('start n=1');
    expect(player.run.deltas[0]?.thrown).toEqual([
      { kind: 'message', name: 'order.placed', correlation: '', instanceId: player.run.rootId, variables: { n: 1 } },
      { kind: 'signal', name: 'done', correlation: '', instanceId: player.run.rootId, variables: { n: 1 } },
    ]);
  });

  scenario(
    'outcome: the end event says it',
    'user a by=x\nend good outcome=approved\nstart -> a -> good',
    ['start => a', 'complete a => ended'],
    { outcome: 'approved' },
  );
  scenario('outcome: else the last decision', 'user a by=x\nstart -> a -> end', ['start => a', 'reject a => ended'], {
    outcome: 'rejected',
  });
  scenario('outcome: none where nobody decided', 'start -> a -> end', ['start => ended'], { outcome: '' });
  scenario(
    'initiator: who started',
    'start start initiator=applyUser\nuser a by=${applyUser}\nstart -> a -> end',
    ['start => a', 'complete a ann => ended'],
    { variables: { applyUser: 'ann' } },
  );
});
