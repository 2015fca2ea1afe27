import { describe } from 'vitest';
import { BpmnError } from '../state/process-error.rules.ts';
import { scenario } from '../testing/scenario.ts';

describe('sub-processes', () => {
  scenario(
    'begins and ends with what it holds',
    'sub s {\nuser a by=x\nstartS -> a -> endS\n}\nstart -> s -> b -> end',
    ['start => a', 'complete a => ended'],
    { trace: 'start s startS a endS b end' },
  );
  scenario(
    'waits for all its tokens',
    'sub s {\nparallel f\nuser a by=x\nuser b by=x\nstartS -> f -> a, b\n}\nstart -> s -> end',
    ['start => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'an interrupting boundary event ends all inside',
    'sub s {\nparallel f\nuser a by=x\nuser b by=x\nstartS -> f -> a, b\n}\nboundary t on=s timer=PT1H\nstart -> s -> end\nt -> late -> end2',
    ['start => a b', 'timer t => ended'],
    { trace: 'start -s startS f -a -b t late end2' },
  );
  scenario(
    'a boundary event beside leaves all inside',
    'sub s {\nuser a by=x\nstartS -> a -> endS\n}\nboundary m on=s message=note beside\nuser b by=x\nstart -> s -> end\nm -> b -> end2',
    ['start => a', 'message note => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'nested: three deep',
    'sub s1 {\nsub s2 {\nsub s3 {\nuser a by=x\nstart3 -> a -> end3\n}\nstart2 -> s3 -> end2\n}\nstart1 -> s2 -> end1\n}\nstart -> s1 -> end',
    ['start => a', 'complete a => ended'],
    { trace: 'start s1 start1 s2 start2 s3 start3 a end3 end2 end1 end' },
  );
  scenario(
    'without start event: begins where no flow leads',
    'sub s {\na -> b\n}\nstart -> s -> end',
    ['start => ended'],
    { trace: 'start s a b end' },
  );
});

const host = (inner: string): string =>
  `sub s {\nuser a by=x\nstartS -> a -> endS\n${inner}\n}\nuser after by=x\nstart -> s -> after -> end`;

describe('event sub-processes', () => {
  scenario(
    'message, interrupting: ends what lives in its scope',
    host('event-sub e {\nstart on message=stop\nuser b by=x\non -> b -> endE\n}'),
    ['start => a', 'message stop => b', 'complete b => after'],
    { trace: 'start s startS -a e on b endE after…' },
  );
  scenario(
    'message, beside: as often as it comes',
    host('event-sub e {\nstart on message=note beside\nuser b by=x\non -> b -> endE\n}'),
    [
      'start => a',
      'message note => a b',
      'message note => a b b',
      'complete a => b b',
      'complete b => b',
      'complete b => after',
    ],
  );
  scenario('timer, interrupting', host('event-sub e {\nstart on timer=PT1H\non -> b -> endE\n}'), [
    'start => a',
    'timer on => after',
  ]);
  scenario('timer, beside, cycle', host('event-sub e {\nstart on timer=R2/PT1H beside\non -> b -> endE\n}'), [
    'start => a',
    'timer on => a',
    'timer on => a',
    'timer on => refused: notFound',
    'complete a => after',
  ]);
  scenario('signal, interrupting', host('event-sub e {\nstart on signal=stop\non -> b -> endE\n}'), [
    'start => a',
    'signal stop => after',
  ]);
  scenario('conditional, interrupting', host('event-sub e {\nstart on condition="${n > 3}"\non -> b -> endE\n}'), [
    'start n=1 => a',
    'set n=5 => after',
  ]);
  scenario(
    'error: catches what its scope throws',
    'sub s {\nend bad error=E1\nuser a by=x\nstartS -> a -> bad\nevent-sub e {\nstart on error=E1\nuser b by=x\non -> b -> endE\n}\n}\nuser after by=x\nstart -> s -> after -> end',
    ['start => a', 'complete a => b', 'complete b => after'],
    { variables: { code: 'E1' } },
  );
  scenario(
    'error: before the boundary event of the same scope',
    'sub s {\nend bad error=E1\nstartS -> bad\nevent-sub e {\nstart on error=E1\nuser b by=x\non -> b -> endE\n}\n}\nboundary x on=s error=E1\nstart -> s -> end\nx -> wrong -> end2',
    ['start => b', 'complete b => ended'],
  );
  scenario(
    'error: what it throws itself goes to the boundary event',
    'sub s {\nend bad error=E1\nstartS -> bad\nevent-sub e {\nstart on error=E1\nend worse error=E1\non -> worse\n}\n}\nboundary x on=s error=E1\nuser b by=x\nstart -> s -> end\nx -> b -> end2',
    ['start => b'],
  );
  scenario(
    'escalation, beside: its thrower goes on',
    'sub s {\nthrow up escalation=late\nuser a by=x\nstartS -> up -> a -> endS\nevent-sub e {\nstart on escalation=late beside\nuser b by=x\non -> b -> endE\n}\n}\nstart -> s -> end',
    ['start => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'of the process itself, interrupting',
    'user a by=x\nstart -> a -> end\nevent-sub e {\nstart on message=stop\nuser b by=x\non -> b -> endE\n}',
    ['start => a', 'message stop => b', 'complete b => ended'],
    { trace: 'start -a e on b endE' },
  );
  scenario(
    'of the process itself, beside: the instance waits for it',
    'user a by=x\nstart -> a -> end\nevent-sub e {\nstart on message=note beside\nuser b by=x\non -> b -> endE\n}',
    ['start => a', 'message note => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'nested in an event sub-process',
    'user a by=x\nstart -> a -> end\nevent-sub e {\nstart on message=stop\nuser b by=x\non -> b -> endE\nevent-sub f {\nstart in signal=now\nuser c by=x\nin -> c -> endF\n}\n}',
    ['start => a', 'message stop => b', 'signal now => c', 'complete c => ended'],
  );
  scenario('gone with its scope: no longer heard', host('event-sub e {\nstart on message=stop\non -> b -> endE\n}'), [
    'start => a',
    'complete a => after',
    'message stop => refused: notFound',
  ]);
  scenario(
    'two of them beside: each hears its own',
    host(
      'event-sub e {\nstart onE message=one beside\nuser b by=x\nonE -> b -> endE\n}\nevent-sub f {\nstart onF message=two beside\nuser c by=x\nonF -> c -> endF\n}',
    ),
    ['start => a', 'message two => a c', 'message one => a b c'],
  );
  scenario(
    'one interrupts another that runs beside',
    host(
      'event-sub e {\nstart onE message=note beside\nuser b by=x\nonE -> b -> endE\n}\nevent-sub f {\nstart onF message=stop\nuser c by=x\nonF -> c -> endF\n}',
    ),
    [
      'start => a',
      'message note => a b',
      'message stop => c',
      'message note => refused: notFound',
      'complete c => after',
    ],
  );
});

describe('errors', () => {
  const thrower = 'sub s {\nend bad error=E1\nstartS -> bad\n}\n';
  scenario(
    'boundary event of the very code before one for any',
    `${thrower}boundary any on=s error=any\nboundary one on=s error=E1\nstart -> s -> end\nany -> wrong\none -> right -> end2`,
    ['start => ended'],
    { trace: 'start -s startS bad one right end2', variables: { code: 'E1' } },
  );
  scenario(
    'boundary event for any code',
    `${thrower}boundary any on=s error=any\nstart -> s -> end\nany -> right -> end2`,
    ['start => ended'],
    { trace: 'start -s startS bad any right end2' },
  );
  scenario(
    'another code is not caught: the command is refused',
    `${thrower}boundary other on=s error=E2\nstart -> s -> end\nother -> wrong`,
    ['start => refused: errorEnd'],
  );
  scenario(
    'climbs to the scope that catches',
    `sub out {\n${thrower}startO -> s -> endO\n}\nboundary b on=out error=E1\nstart -> out -> end\nb -> right -> end2`,
    ['start => ended'],
    { trace: 'start -out startO -s startS bad b right end2' },
  );
  scenario(
    'ends the other branches of what it leaves',
    'sub s {\nparallel f\nuser a by=x\nuser b by=x\nend bad error=E1\nstartS -> f -> a, b\na -> bad\n}\nboundary e on=s error=E1\nuser c by=x\nstart -> s -> end\ne -> c',
    ['start => a b', 'complete a => c', 'complete b => refused: taskDone'],
  );
  scenario(
    'of a service: caught at its task',
    'service w name=work\nboundary e on=w error=BUSY\nuser a by=x\nstart -> w -> end\ne -> a',
    ['start fail=BUSY => a'],
    { company: { services: { work: failing } } },
  );
  scenario(
    'of a service: nobody catches it',
    'service w name=work\nstart -> w -> end',
    ['start fail=BUSY => refused: errorEnd', 'start fail= => ended'],
    { company: { services: { work: failing } } },
  );
  scenario(
    'at the end of a process: the person who acted hears of it',
    'user a by=x\nend bad error=NO\nstart -> a -> bad',
    ['start => a', 'complete a => refused: errorEnd', 'complete a => refused: errorEnd'],
  );
});

describe('escalations', () => {
  scenario(
    'boundary, beside: the sub-process goes on',
    'sub s {\nthrow up escalation=late\nuser a by=x\nstartS -> up -> a -> endS\n}\nboundary e on=s escalation=late beside\nuser b by=x\nstart -> s -> end\ne -> b -> end2',
    ['start => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'boundary, interrupting: the sub-process is ended',
    'sub s {\nthrow up escalation=late\nuser a by=x\nstartS -> up -> a -> endS\n}\nboundary e on=s escalation=late\nuser b by=x\nstart -> s -> end\ne -> b -> end2',
    ['start => b', 'complete b => ended'],
  );
  scenario(
    'end event: caught by any',
    'sub s {\nend up escalation=late\nstartS -> up\n}\nboundary e on=s escalation=any beside\nuser b by=x\nstart -> s -> end\ne -> b',
    ['start => b'],
  );
  scenario('nobody catches: forgotten', 'throw up escalation=late\nstart -> up -> a -> end', ['start => ended'], {
    trace: 'start up a end',
  });
});

function failing({ variables }: { readonly variables: Readonly<Record<string, unknown>> }): undefined {
  if (typeof variables.fail === 'string' && variables.fail !== '') throw new BpmnError(variables.fail);
}
