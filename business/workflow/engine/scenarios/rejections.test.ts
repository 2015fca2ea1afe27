import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

const chain = 'user a by=bob\nuser b by=cat\nend yes outcome=approved\nstart -> a -> b -> yes';
const policy = (mode: string): string =>
  `user a people="{'mode':'${mode}','by':[{'type':'user','values':['bob','cat']}]}"\nuser b by=x\nstart -> a -> b -> end`;

describe('a rejection without a reader', () => {
  scenario('ends the case as rejected, and nobody after it is asked', chain, ['start => a', 'reject a => ended'], {
    trace: 'start a',
    outcome: 'rejected',
  });
  scenario(
    'ends it at the last approver too, whatever the end event says',
    chain,
    ['start => a', 'complete a => b', 'reject b => ended'],
    { outcome: 'rejected' },
  );
  scenario('leaves what passes as it was', chain, ['start => a', 'complete a => b', 'complete b => ended'], {
    outcome: 'approved',
  });
  scenario(
    'ends other branches with it',
    'parallel f\nuser a by=x\nuser b by=x\nparallel j\nuser z by=x\nstart -> f -> a, b -> j -> z -> end',
    ['start => a b', 'complete a => b j', 'reject b => ended'],
    { trace: 'start f a b', outcome: 'rejected' },
  );
  scenario(
    'is asked about behind a gateway on days? It is not',
    'user a by=x\nexclusive g\nuser b by=x\nuser c by=x\nstart -> a -> g\ng -> b [days > 3]\ng -> c [else]\nb, c -> end',
    ['start days=5 => a', 'reject a => ended'],
    { outcome: 'rejected' },
  );
  scenario('of an approval by all', policy('all'), ['start => a a', 'complete a bob => a', 'reject a cat => ended'], {
    outcome: 'rejected',
  });
  scenario('of an approval in turn', policy('seq'), ['start => a', 'reject a => ended'], { outcome: 'rejected' });
  scenario(
    'of one of several instances, though others pass after it',
    'user a by=x times=3\nuser b by=x\nstart -> a -> b -> end',
    ['start => a a a', 'reject a => a a', 'complete a => a', 'complete a => ended'],
    { outcome: 'rejected' },
  );
  scenario(
    'inside a sub-process, with an event sub-process that listens',
    'sub s {\nuser a by=x\nuser k by=x\nstartS -> a -> k -> endS\nevent-sub e {\nstart on timer=PT1H\non -> late -> endE\n}\n}\nuser b by=x\nstart -> s -> b -> end',
    ['start => a', 'reject a => ended'],
    { outcome: 'rejected' },
  );
  scenario(
    'inside a called process: the case that called it ends',
    'call c process=other\nuser b by=x\nstart -> c -> b -> end\nprocess other\nuser a by=x\nstartO -> a -> endO',
    ['start => a', 'reject a => ended'],
    { outcome: 'rejected' },
  );
  scenario(
    'by a timeout',
    `user a by=x timeout="{'after':'P1D','action':'reject'}"\nuser b by=x\nstart -> a -> b -> end`,
    ['start => a', 'timer a => ended'],
    { outcome: 'rejected' },
  );
});

describe('a rejection with a reader continues', () => {
  scenario('by a flow of the task', 'user a by=x\nuser b by=x\nstart -> a\na -> end [pass]\na -> b [!pass]\nb -> end', [
    'start => a',
    'reject a => b',
  ]);
  scenario(
    'by a gateway behind a sub-process, and inside a loop around it',
    'sub s while=${!pass} {\nuser a by=x\nstartS -> a -> endS\n}\nuser b by=x\nstart -> s -> b -> end',
    ['start => a', 'reject a => a', 'complete a => b'],
  );
  scenario(
    'by the process that called, which is handed the decision',
    'call c process=other out=pass:went\nexclusive g\nuser b by=x\nstart -> c -> g\ng -> b [!went]\ng -> end [else]\nprocess other\nuser a by=x\nstartO -> a -> endO',
    ['start => a', 'reject a => b'],
  );
  scenario(
    'by a condition that waits for it',
    'user a by=x\nuser b by=x\nstart -> a -> b -> end\nevent-sub e {\nuser c by=x\nstart on condition="${pass == false}" beside\non -> c -> endE\n}',
    ['start => a', 'reject a => b c'],
  );
  scenario('by the loop of the task', 'user a by=x while=${!pass}\nuser b by=x\nstart -> a -> b -> end', [
    'start => a',
    'reject a => a',
    'complete a => b',
  ]);
  scenario(
    'by the condition that completes several: the first pass is enough',
    'user a by=x times=3 until="${pass}"\nuser b by=x\nstart -> a -> b -> end',
    ['start => a a a', 'reject a => a a', 'complete a => b'],
  );
});
