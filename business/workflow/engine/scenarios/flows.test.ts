import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

describe('sequence flows and plain elements', () => {
  scenario('sequence: one node after the other', 'start -> a -> b -> end', ['start => ended'], {
    trace: 'start a b end',
  });

  scenario(
    'user task: its token waits until it is done',
    'user a by=ann\nstart -> a -> end',
    ['start => a', 'complete a => ended'],
    {
      trace: 'start a end',
    },
  );

  scenario('manual task: passes', 'manual a\nstart -> a -> end', ['start => ended'], { trace: 'start a end' });

  scenario(
    'process without events: begins where no flow leads, ends where none leaves',
    'task a -> b'.replace('task ', ''),
    ['start => ended'],
    {
      trace: 'a b',
    },
  );

  scenario('two start events: both begin', 'user a by=x\nuser b by=x\nstart1 -> a -> end1\nstart2 -> b -> end2', [
    'start => a b',
    'complete b => a',
    'complete a => ended',
  ]);

  scenario(
    'start event by its id: only that one begins',
    'start byMessage message=order\nuser a by=x\nstart -> b\nbyMessage -> a -> end',
    ['start byMessage => a'],
  );

  scenario(
    'implicit split: flows without conditions out of a task are all taken',
    'user b by=x\nuser c by=x\nstart -> a -> b, c -> end',
    ['start => b c', 'complete b => c', 'complete c => ended'],
  );

  scenario('implicit merge: a task runs once for each token', 'user b by=x\nstart -> a -> x, y -> b -> end', [
    'start => b b',
    'complete b => b',
    'complete b => ended',
  ]);

  scenario(
    'conditional flows out of a task: those that are true are taken',
    'user b by=x\nuser c by=x\nuser d by=x\nstart -> a\na -> b [n > 1]\na -> c [n > 2]\na -> d [n > 3]',
    ['start n=3 => b c'],
  );

  scenario(
    'conditional flow with default: the default is for when none is true',
    'user b by=x\nuser c by=x\nstart -> a\na -> b [n > 1]\na -> c [else]',
    ['start n=1 => c'],
  );

  scenario(
    'default flow beside one without condition: taken with it when no conditional one is true',
    'user b by=x\nuser c by=x\nuser d by=x\nstart -> a\na -> b [n > 1]\na -> c [else]\na -> d',
    ['start n=1 => c d'],
  );

  scenario(
    'default flow: not taken beside a conditional one that is true',
    'user b by=x\nuser c by=x\nuser d by=x\nstart -> a\na -> b [n > 1]\na -> c [else]\na -> d',
    ['start n=2 => b d'],
  );

  scenario('no flow open: the command is refused and nothing kept', 'user a by=x\nstart -> a\na -> b [n > 1]', [
    'start n=1 => a',
    'complete a => refused: noFlow',
    'complete a n=2 => ended',
  ]);

  scenario(
    'script task: assigns line by line',
    'script s do="total = price * 3; says = n > 1"\nstart -> s -> end',
    ['start price=0.1 n=2 => ended'],
    {
      variables: { total: 0.3, says: true },
    },
  );

  scenario('completionQuantity: gives so many tokens', 'task a gives=2\nuser b by=x\nstart -> a -> b', [
    'start => b b',
  ]);

  scenario(
    'startQuantity: takes so many tokens at once',
    'task a gives=3\nuser b by=x takes=3\nstart -> a -> b -> end',
    ['start => b', 'complete b => ended'],
  );

  scenario(
    'loop back: an exclusive gateway returns to an earlier task',
    'user a by=x\nexclusive g\nstart -> a -> g\ng -> a [again]\ng -> end [else]',
    ['start => a', 'complete a again=true => a', 'complete a again=false => ended'],
    { trace: 'start a g a g end' },
  );

  scenario('endless loop: stopped by the number of steps', 'exclusive g\nstart -> a -> g -> a', [
    'start => refused: limit',
  ]);

  scenario('token explosion: stopped by the number of tokens', 'start -> a -> b, c, d -> a', [
    'start => refused: limit',
  ]);

  scenario('expression error: refused', 'start -> a\na -> b [n.foo(1)]', ['start => refused: expression']);

  scenario('start without a plain start event: refused', 'start s message=m\nuser a by=x\ns -> a', [
    'start => refused: notHere',
    'start nowhere => refused: notHere',
    'start s => a',
  ]);
});

describe('a text that grows', () => {
  const doubled = (lines: number): string => Array.from({ length: lines }, () => 't = ${t}${t}').join(';');
  scenario(
    'is refused at the assignment that makes it too large',
    `user a by=x\nscript s do="${doubled(40)}"\nstart -> a -> s -> end`,
    ['start t=abcd => a', 'complete a => refused: limit', 'complete a t= => ended'],
  );
  scenario(
    'is refused by plus as well, and where several instances own it',
    'user a by=x\nsub s each=t:list {\nscript k do="t = t + t" while="${true}"\nstartS -> k -> endS\n}\nstart -> a -> s -> end',
    [`start list="['abcd']" => a`, 'complete a => refused: limit'],
  );
  scenario(
    'is refused where many variables together grow',
    `script s do="${Array.from({ length: 30 }, (_, at) => `t${at} = \${t}`).join(';')}"\nuser a by=x\nstart -> a -> s -> end`,
    [`start t=${'x'.repeat(5000)} => a`, 'complete a => refused: limit'],
  );
  scenario(
    'is refused where it is assigned again and again',
    `user a by=x\nscript s do="t = \${t}" while="\${true}"\nstart -> a -> s -> end`,
    [`start t=${'x'.repeat(50_000)} => a`, 'complete a => refused: limit'],
  );
});
