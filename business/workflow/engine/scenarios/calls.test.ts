import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

const other = 'process other\nuser a by=x\nstartO -> a -> endO';

describe('call activity', () => {
  scenario(
    'starts another process and waits for its end',
    `call c process=other\nstart -> c -> b -> end\n${other}`,
    ['start => a', 'complete a => ended'],
    { trace: 'start c startO a endO b end' },
  );
  scenario(
    'hands variables in and out by name',
    `call c process=other in=days:n,days+1:more out=answer:result\nstart -> c -> end\nprocess other\nscript a do="answer = n * more"\nstartO -> a -> endO`,
    ['start days=4 => ended'],
    { variables: { days: 4, result: 20 } },
  );
  scenario(
    'what is not handed in is not seen',
    `call c process=other out=seen:seen\nstart -> c -> end\nprocess other\nscript a do="seen = empty days"\nstartO -> a -> endO`,
    ['start days=4 => ended'],
    { variables: { seen: true } },
  );
  scenario('key of a variable', `call c process=\${which}\nstart -> c -> end\n${other}`, ['start which=other => a']);
  scenario('a process that is not there: refused', 'call c process=nobody\nstart -> c -> end', [
    'start => refused: noProcess',
  ]);
  scenario('itself for ever: refused', 'call c process=main\nstart -> c -> end', ['start => refused: limit']);
  scenario(
    'boundary timer: ends what was called',
    `call c process=other\nboundary t on=c timer=PT1H\nuser b by=x\nstart -> c -> end\nt -> b\n${other}`,
    ['start => a', 'timer t => b', 'complete a => refused: taskDone'],
  );
  scenario(
    'error of what was called: caught at the call',
    'call c process=other\nboundary e on=c error=NO\nuser b by=x\nstart -> c -> end\ne -> b\nprocess other\nuser a by=x\nend bad error=NO\nstartO -> a -> bad',
    ['start => a', 'complete a => b'],
    { variables: { code: 'NO' } },
  );
  scenario(
    'escalation of what was called: caught at the call, which goes on',
    'call c process=other\nboundary e on=c escalation=up beside\nuser b by=x\nstart -> c -> end\ne -> b -> end2\nprocess other\nuser a by=x\nthrow up escalation=up\nstartO -> up -> a -> endO',
    ['start => a b', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'terminate in what was called ends that alone',
    'call c process=other\nuser b by=x\nstart -> c -> b -> end\nprocess other\nparallel f\nuser a by=x\nuser k by=x\nend stop terminate\nstartO -> f -> a, k\na -> stop',
    ['start => a k', 'complete a => b'],
  );
  scenario(
    'signals are heard across the tree',
    'parallel f\ncall c process=other\nuser b by=x\nthrow t signal=go\nstart -> f -> c, b\nb -> t -> end1\nc -> end2\nprocess other\ncatch s signal=go\nstartO -> s -> endO',
    ['start => b s', 'complete b => ended'],
  );
  scenario(
    'messages are heard across the tree',
    'parallel f\ncall c process=other\nuser b by=x\nthrow t message=go\nstart -> f -> c, b\nb -> t -> end1\nc -> end2\nprocess other\ncatch m message=go\nstartO -> m -> endO',
    ['start => b m', 'complete b => ended'],
  );
  scenario(
    'cancelled with who called it',
    `call c process=other\nstart -> c -> end\n${other}`,
    ['start => a', 'cancel => cancelled', 'complete a => refused: taskDone'],
    { trace: 'start -c startO -a' },
  );
  scenario('suspended with who called it', `call c process=other\nstart -> c -> end\n${other}`, [
    'start => a',
    'suspend => a',
    'complete a => refused: suspended',
    'activate => a',
    'complete a => ended',
  ]);
});

describe('services and asynchronous steps', () => {
  const company = {
    services: {
      add: ({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }) => Number(inputs.a ?? 20) + 1,
    },
  };
  scenario(
    'service task: its answer becomes a variable',
    'service s name=add result=r\nstart -> s -> end',
    ['start => ended'],
    { company, variables: { r: 21 } },
  );
  scenario('business rule task: the same', 'rule s name=add result=r\nstart -> s -> end', ['start => ended'], {
    company,
    variables: { r: 21 },
  });
  scenario('send task with a service', 'send s name=add result=r\nstart -> s -> end', ['start => ended'], {
    company,
    variables: { r: 21 },
  });
  scenario('a service that is not registered: refused', 'service s name=other\nstart -> s -> end', [
    'start => refused: noService',
  ]);
  scenario('a service task without service: refused', 'service s\nstart -> s -> end', ['start => refused: noService']);
  scenario(
    'async: the step waits for its job',
    'service s name=add async result=r\nstart -> s -> end',
    ['start => s', 'job s => ended'],
    { company, variables: { r: 21 }, trace: 'start s end' },
  );
  scenario(
    'async in several instances: a job each',
    'service s name=add async times=2\nstart -> s -> end',
    ['start => s s', 'job s => s', 'job s => ended'],
    { company },
  );
  scenario('async user task', 'user a by=x async\nstart -> a -> end', [
    'start => a',
    'complete a => refused: taskDone',
    'job a => a',
    'complete a => ended',
  ]);
});
