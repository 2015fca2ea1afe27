import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

const flow = 'start -> a -> end';

describe('multi-instance', () => {
  scenario(
    'parallel, number: all are done',
    `user a by=x times=3\n${flow}`,
    ['start => a a a', 'complete a => a a', 'complete a => a', 'complete a => ended'],
    { trace: 'start a a a end' },
  );
  scenario('in turn, number: one after the other', `user a by=x times=3 turn\n${flow}`, [
    'start => a',
    'complete a => a',
    'complete a => a',
    'complete a => ended',
  ]);
  scenario('parallel, over a list: each has its element', `user a by=\${who} each=who:people\n${flow}`, [
    `start people="['sue','bob']" => a a`,
    'complete a bob => a',
    'complete a bob => refused: taskDone',
    'complete a sue => ended',
  ]);
  scenario('in turn, over a list', `user a by=\${who} each=who:people turn\n${flow}`, [
    `start people="['sue','bob']" => a`,
    'complete a bob => refused: taskDone',
    'complete a sue => a',
    'complete a bob => ended',
  ]);
  scenario('over a text with commas', `user a by=\${who} each=who:people\n${flow}`, ['start people="ann,bob" => a a']);
  scenario('over an expression', `user a by=\${who} each=who:\${form.people}\n${flow}`, [
    `start form="{'people':['ann']}" => a`,
  ]);
  scenario('over nothing: passes', `user a by=x each=who:people\n${flow}`, ['start people=[] => ended'], {
    trace: 'start a end',
  });
  scenario('number 0: passes', `user a by=x times=\${n}\n${flow}`, ['start n=0 => ended']);
  scenario('number that is none: refused', `user a by=x times=\${n}\n${flow}`, ['start n=many => refused: expression']);
  scenario('above the most: refused', `user a by=x times=201\n${flow}`, ['start => refused: limit']);
  scenario(
    'completion condition: ends those that are left',
    `user a by=x times=3 until="\${nrOfCompletedInstances / nrOfInstances >= 0.6}"\n${flow}`,
    ['start => a a a', 'complete a => a a', 'complete a => ended'],
    { trace: 'start a a -a end' },
  );
  scenario(
    'completion condition in turn: begins no more',
    `user a by=x times=5 turn until="\${nrOfCompletedInstances == 2}"\n${flow}`,
    ['start => a', 'complete a => a', 'complete a => ended'],
  );
  scenario('completion condition of a variable that a person sets', `user a by=x times=3 until="\${!pass}"\n${flow}`, [
    'start => a a a',
    'complete a => a a',
    'reject a => ended',
  ]);
  scenario(
    'counters: loopCounter and nrOfActiveInstances',
    `script a times=2 turn do="last = loopCounter; live = nrOfActiveInstances"\n${flow}`,
    ['start => ended'],
    { variables: { last: 1, live: 1 } },
  );
  scenario(
    'boundary event, interrupting: ends all instances',
    `user a by=x times=3\nboundary t on=a timer=PT1H\nuser b by=x\n${flow}\nt -> b`,
    ['start => a a a', 'complete a => a a', 'timer t => b'],
    { trace: 'start a -a -a t b…' },
  );
  scenario(
    'boundary event, beside: once for all instances',
    `user a by=x times=2\nboundary m on=a message=note beside\nuser b by=x\n${flow}\nm -> b -> end2`,
    [
      'start => a a',
      'message note => a a b',
      'complete b => a a',
      'complete a => a',
      'complete a => ended',
      'message note => refused: notFound',
    ],
  );
  scenario(
    'boundary error: one instance fails, all are ended',
    'sub s times=2 {\nuser a by=x\nend bad error=E\nexclusive g\nstartS -> a -> g\ng -> bad [fail]\ng -> endS [else]\n}\nboundary e on=s error=E\nuser b by=x\nstart -> s -> end\ne -> b',
    ['start => a a', 'complete a fail=true => b'],
  );
  scenario(
    'sub-process, parallel: each instance has its tokens',
    'sub s times=2 {\nuser a by=x\nuser b by=x\nstartS -> a -> b -> endS\n}\nstart -> s -> end',
    ['start => a a', 'complete a => a b', 'complete b => a', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'sub-process: terminate ends its own instance',
    'sub s times=2 {\nparallel f\nuser a by=x\nuser b by=x\nend stop terminate\nstartS -> f -> a, b\na -> stop\n}\nstart -> s -> end',
    ['start => a a b b', 'complete a => a b', 'complete a => ended'],
  );
  scenario(
    'sub-process: the element is seen inside',
    'sub s each=one:list {\nscript k do="last = one"\nstartS -> k -> endS\n}\nstart -> s -> end',
    [`start list="['x','y']" => ended`],
    { variables: { last: 'y' } },
  );
  scenario(
    'sub-process: event sub-process of each instance',
    'sub s times=2 {\nuser a by=x\nstartS -> a -> endS\nevent-sub e {\nstart on signal=stop\nuser b by=x\non -> b -> endE\n}\n}\nstart -> s -> end',
    ['start => a a', 'signal stop => b b', 'complete b => b', 'complete b => ended'],
  );
  scenario(
    'call activity over a list',
    'call c process=other each=one:list in=one:item\nstart -> c -> end\nprocess other\nuser a by=${item}\nstartO -> a -> endO',
    [`start list="['sue','bob']" => a a`, 'complete a bob => a', 'complete a sue => ended'],
  );
  scenario('receive tasks: each waits for its own message', 'receive a message=m times=2\nstart -> a -> end', [
    'start => a a',
    'message m => a',
    'message m => ended',
  ]);
  scenario('nested', 'sub s times=2 {\nuser a by=x times=2\nstartS -> a -> endS\n}\nstart -> s -> end', [
    'start => a a a a',
    'complete a => a a a',
    'complete a => a a',
    'complete a => a',
    'complete a => ended',
  ]);
  scenario(
    'a whole number of people at once is refused as a whole: the tree keeps what it had',
    `user first by=x\nuser a by=x times=\${n}\nstart -> first -> a -> end`,
    ['start => first', 'complete first n=300 => refused: limit', 'complete first n=1 => a'],
  );
});

describe('standard loop', () => {
  scenario(
    'while the condition holds, at least once',
    `user a by=x while=\${again}\n${flow}`,
    ['start => a', 'complete a again=true => a', 'complete a again=false => ended'],
    { trace: 'start a a end' },
  );
  scenario('tested before: not at all', `user a by=x while=\${again} first\n${flow}`, ['start again=false => ended'], {
    trace: 'start a end',
  });
  scenario('at most so often', `user a by=x most=2\n${flow}`, ['start => a', 'complete a => a', 'complete a => ended']);
  scenario('script: counts', `script a do="n = n + 1" while="\${n < 5}"\n${flow}`, ['start n=0 => ended'], {
    variables: { n: 5 },
  });
  scenario(
    'boundary event stands around the whole loop',
    `user a by=x while=\${true}\nboundary t on=a timer=PT1H\nuser b by=x\n${flow}\nt -> b`,
    ['start => a', 'complete a => a', 'complete a => a', 'timer t => b'],
  );
  scenario(
    'sub-process with an event sub-process: armed anew each time, once',
    'sub s while=${again} {\nuser a by=x\nstartS -> a -> endS\nevent-sub e {\nstart on message=note beside\nuser b by=x\non -> b -> endE\n}\n}\nstart -> s -> end',
    [
      'start => a',
      'complete a again=true => a',
      'message note => a b',
      'complete b => a',
      'complete a again=false => ended',
    ],
  );
});
