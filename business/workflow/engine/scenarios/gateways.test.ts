import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

const exclusive = 'exclusive g\nuser a by=x\nuser b by=x\nuser c by=x\nstart -> g\n';

describe('exclusive gateway', () => {
  scenario(
    'the first true flow in the order of the file',
    `${exclusive}g -> a [n > 1]\ng -> b [n > 2]\ng -> c [else]`,
    ['start n=3 => a'],
  );
  scenario('the default flow, wherever it stands', `${exclusive}g -> c [else]\ng -> b [n > 2]`, ['start n=3 => b']);
  scenario('the default flow when none is true', `${exclusive}g -> c [else]\ng -> b [n > 2]`, ['start n=1 => c']);
  scenario('a flow without condition counts as true', `${exclusive}g -> a\ng -> b`, ['start => a']);
  scenario('nothing true and no default: refused', `${exclusive}g -> a [n > 1]`, ['start n=0 => refused: noFlow']);
  scenario('as a merge: passes each token', 'exclusive m\nuser a by=x\nstart -> s -> b, c -> m -> a -> end', [
    'start => a a',
    'complete a => a',
    'complete a => ended',
  ]);
  scenario('a variable that is not there makes no condition true', `${exclusive}g -> a [unknown > 1]\ng -> c [else]`, [
    'start => c',
  ]);
});

const split = 'parallel fork\nuser a by=x\nuser b by=x\nuser after by=x\nstart -> fork -> a, b\n';

describe('parallel gateway', () => {
  scenario(
    'join: waits for each branch',
    `${split}parallel join\na, b -> join -> after -> end`,
    ['start => a b', 'complete a => b join', 'complete b => after', 'complete after => ended'],
    { trace: 'start fork a b join after end' },
  );

  scenario(
    'conditions on its flows are ignored',
    'parallel fork\nuser a by=x\nuser b by=x\nstart -> fork\nfork -> a [1 > 2]\nfork -> b',
    ['start => a b'],
  );

  scenario('split into branches that end by themselves', `${split}a -> end1\nb -> end2`, [
    'start => a b',
    'complete a => b',
    'complete b => ended',
  ]);

  scenario(
    'join behind an exclusive merge: still waits for the other branch',
    'parallel fork\nexclusive x\nexclusive m\nparallel join\nuser lower by=x\nstart -> fork -> x, lower\nx -> p [n == 1]\nx -> q [else]\np, q -> m -> join\nlower -> join -> after -> end',
    ['start n=1 => join lower', 'complete lower => ended'],
    { trace: 'start fork x lower p m join after end' },
  );

  scenario(
    'join fed by an exclusive split: waits for ever, which lint says before',
    'exclusive x\nparallel join\nstart -> x\nx -> a [n == 1]\nx -> b [else]\na, b -> join -> end',
    ['start n=1 => join'],
  );

  scenario(
    'two tokens by one flow do not open a join',
    'parallel join\ntask two gives=2\nuser b by=x\nstart -> two -> join\nstart2 -> b -> join -> end',
    ['start => b join join', 'complete b => join'],
  );

  scenario(
    'join and split in one gateway',
    'parallel fork\nparallel both\nuser c by=x\nuser d by=x\nstart -> fork -> a, b -> both -> c, d',
    ['start => c d'],
  );

  scenario(
    'nested splits join inside out',
    'parallel f1\nparallel f2\nparallel j2\nparallel j1\nuser a by=x\nuser b by=x\nuser c by=x\nstart -> f1 -> a, f2\nf2 -> b, c -> j2 -> j1\na -> j1 -> end',
    ['start => a b c', 'complete b => a c j2', 'complete c => a j1', 'complete a => ended'],
  );
});

const inclusive =
  'inclusive fork\nuser a by=x\nuser b by=x\nuser c by=x\nstart -> fork\nfork -> a [n > 1]\nfork -> b [n > 2]\nfork -> c [else]\n';

describe('inclusive gateway', () => {
  scenario('all true flows are taken', inclusive, ['start n=3 => a b']);
  scenario('the default flow when none is true', inclusive, ['start n=0 => c']);
  scenario(
    'join: waits for the branches that were taken',
    `${inclusive}inclusive join\na, b, c -> join -> end`,
    ['start n=3 => a b', 'complete a => b join', 'complete b => ended'],
    { trace: 'start fork a b join end' },
  );
  scenario(
    'join: one branch alone passes at once',
    `${inclusive}inclusive join\na, b, c -> join -> end`,
    ['start n=2 => a', 'complete a => ended'],
    { trace: 'start fork a join end' },
  );
  scenario(
    'join after a parallel split: waits for all',
    'parallel fork\ninclusive join\nuser a by=x\nuser b by=x\nstart -> fork -> a, b -> join -> after -> end',
    ['start => a b', 'complete b => a join', 'complete a => ended'],
    { trace: 'start fork a b join after end' },
  );
  scenario(
    'join after an exclusive split: passes the only token',
    'exclusive x\ninclusive join\nstart -> x\nx -> a [n == 1]\nx -> b [else]\na, b -> join -> end',
    ['start n=1 => ended'],
  );
  scenario(
    'join: a branch that ends elsewhere is not waited for',
    'parallel fork\nexclusive x\ninclusive join\nuser a by=x\nuser b by=x\nstart -> fork -> a, b\na -> join\nb -> x\nx -> join [n == 1]\nx -> endB [else]\njoin -> after -> end',
    ['start n=2 => a b', 'complete a => b join', 'complete b => ended'],
    { trace: 'start fork a b x endB join after end' },
  );
  scenario(
    'join in a loop: a token that comes around again is waited for',
    'inclusive fork\ninclusive join\nexclusive back\nuser a by=x\nuser b by=x\nstart -> fork\nfork -> a [true]\nfork -> b [true]\na -> back\nback -> a [again]\nback -> join [else]\nb -> join -> end',
    ['start => a b', 'complete b => a join', 'complete a again=true => a join', 'complete a again=false => ended'],
  );
  scenario(
    'join: a token inside a sub-process counts where the sub-process stands',
    'parallel fork\ninclusive join\nuser a by=x\nsub s {\nuser b by=x\nstartS -> b -> endS\n}\nstart -> fork -> a, s -> join -> end',
    ['start => a b', 'complete a => b join', 'complete b => ended'],
  );
  scenario(
    'join: what a boundary event may still send is waited for',
    'parallel fork\ninclusive join\nuser a by=x\nuser b by=x\nboundary late on=b timer=PT1H\nstart -> fork -> a, b\na -> join\nb -> endB\nlate -> join -> after -> end',
    ['start => a b', 'complete a => b join', 'timer late => ended'],
    { trace: 'start fork a -b late join after end' },
  );
  scenario('two joins in a row', `${inclusive}inclusive j1\ninclusive j2\na, b -> j1 -> j2\nc -> j2 -> end`, [
    'start n=3 => a b',
    'complete a => b j1',
    'complete b => ended',
  ]);
  scenario('nothing true and no default: refused', 'inclusive g\nstart -> g\ng -> a [n > 1]', [
    'start n=0 => refused: noFlow',
  ]);
});

describe('event-based gateway', () => {
  const events =
    'events g\ncatch m message=paid\ncatch t timer=PT24H\nuser a by=x\nuser b by=x\nstart -> g -> m, t\nm -> a\nt -> b\n';
  scenario(
    'the message comes first: the timer is forgotten',
    events,
    ['start => g', 'message paid => a', 'timer t => refused: notFound'],
    { trace: 'start g m a…' },
  );
  scenario('the timer comes first: the message is forgotten', events, [
    'start => g',
    'timer t => b',
    'message paid => refused: notFound',
  ]);
  scenario(
    'signals and conditions take part',
    'events g\ncatch s signal=go\ncatch c condition="${n > 3}"\nstart -> g -> s, c\ns -> endS\nc -> endC',
    ['start n=1 => g', 'set n=2 => g', 'set n=4 => ended'],
    { trace: 'start g c endC' },
  );
  scenario(
    'a receive task takes part',
    'events g\nreceive r message=paid\ncatch t timer=PT1H\nstart -> g -> r, t -> end',
    ['start => g', 'message paid => ended'],
    { trace: 'start g r end' },
  );
  scenario(
    'as the head of a loop: armed again',
    'events g\ncatch m message=more\ncatch t timer=PT1H\nstart -> g -> m, t\nm -> g\nt -> end',
    ['start => g', 'message more => g', 'message more => g', 'timer t => ended'],
  );
});
