import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

describe('timer events', () => {
  scenario('catch, duration', 'catch t timer=PT2H\nstart -> t -> end', ['start => t', 'timer t => ended'], {
    trace: 'start t end',
  });
  scenario('catch, date of a variable', 'catch t timer=${until}\nstart -> t -> end', [
    'start until=2026-04-01T08:00:00Z => t',
    'timer t => ended',
  ]);
  scenario('catch, duration of a variable', 'catch t timer=PT${hours}H\nstart -> t -> end', [
    'start hours=3 => t',
    'timer t => ended',
  ]);
  scenario('catch, something that is no time: refused', 'catch t timer=${until}\nstart -> t -> end', [
    'start until=soon => refused: timer',
  ]);
  scenario(
    'boundary, interrupting: the task is ended',
    'user a by=x\nboundary t on=a timer=PT1H\nuser b by=x\nstart -> a -> end\nt -> b -> end2',
    ['start => a', 'timer t => b', 'complete a => refused: taskDone', 'complete b => ended'],
    { trace: 'start -a t b end2' },
  );
  scenario(
    'boundary, interrupting: forgotten when the task is done',
    'user a by=x\nboundary t on=a timer=PT1H\nstart -> a -> end\nt -> b',
    ['start => a', 'complete a => ended', 'timer t => refused: notFound'],
  );
  scenario(
    'boundary, beside: the task stays',
    'user a by=x\nboundary t on=a timer=PT1H beside\nuser b by=x\nstart -> a -> end\nt -> b -> end2',
    ['start => a', 'timer t => a b', 'timer t => refused: notFound', 'complete a => b', 'complete b => ended'],
  );
  scenario(
    'boundary, beside, cycle: goes off so often',
    'user a by=x\nboundary t on=a timer=R2/PT1H beside\nstart -> a -> end\nt -> note -> end2',
    ['start => a', 'timer t => a', 'timer t => a', 'timer t => refused: notFound', 'complete a => ended'],
    { trace: 'start a t note end2 t note end2 end' },
  );
  scenario(
    'boundary, interrupting, cycle: once',
    'user a by=x\nboundary t on=a timer=R5/PT1H\nuser b by=x\nstart -> a -> end\nt -> b',
    ['start => a', 'timer t => b', 'timer t => refused: notFound'],
  );
  scenario(
    'cycle for ever: armed again each time',
    'user a by=x\nboundary t on=a timer=R/PT1H beside\nstart -> a -> end\nt -> end2',
    ['start => a', 'timer t => a', 'timer t => a', 'timer t => a', 'timer t => a', 'complete a => ended'],
  );
});

describe('message events', () => {
  scenario(
    'catch',
    'catch m message=paid\nstart -> m -> end',
    ['start => m', 'message other => refused: notFound', 'message paid amount=7 => ended'],
    { variables: { amount: 7 } },
  );
  scenario('receive task', 'receive r message=paid\nstart -> r -> end', ['start => r', 'message paid => ended']);
  scenario(
    'throw reaches who waits in the same tree',
    'parallel f\ncatch m message=ready\nthrow t message=ready\nuser a by=x\nstart -> f -> m, a\na -> t -> end1\nm -> after -> end2',
    ['start => a m', 'complete a => ended'],
  );
  scenario(
    'send task reaches who waits in the same tree',
    'parallel f\nreceive r message=ready\nsend s message=ready\nuser a by=x\nstart -> f -> r, a\na -> s -> end1\nr -> end2',
    ['start => a r', 'complete a => ended'],
  );
  scenario(
    'end event throws',
    'parallel f\ncatch m message=ready\nend e message=ready\nuser a by=x\nstart -> f -> m, a -> e\nm -> end2',
    ['start => a m', 'complete a => ended'],
  );
  scenario(
    'boundary, interrupting',
    'user a by=x\nboundary m on=a message=stop\nstart -> a -> end\nm -> b -> end2',
    ['start => a', 'message stop => ended'],
    { trace: 'start -a m b end2' },
  );
  scenario(
    'boundary, beside: as often as it comes',
    'user a by=x\nboundary m on=a message=more beside\nstart -> a -> end\nm -> note -> end2',
    ['start => a', 'message more => a', 'message more => a', 'complete a => ended'],
    { trace: 'start a m note end2 m note end2 end' },
  );
});

describe('signal events', () => {
  scenario('catch', 'catch s signal=go\nstart -> s -> end', ['start => s', 'signal other => s', 'signal go => ended']);
  scenario(
    'throw reaches all who wait',
    'parallel f\ncatch s1 signal=go\ncatch s2 signal=go\nthrow t signal=go\nuser a by=x\nstart -> f -> s1, s2, a\na -> t -> end',
    ['start => a s1 s2', 'complete a => ended'],
  );
  scenario(
    'throw waits for its wave: siblings of the same command hear it',
    'parallel f\nthrow t signal=go\ncatch s signal=go\nstart -> f -> t, slow\nslow -> slower -> s -> end1\nt -> end2',
    ['start => ended'],
  );
  scenario(
    'end event throws',
    'parallel f\ncatch s signal=go\nend e signal=go\nuser a by=x\nstart -> f -> s, a\na -> e\ns -> end2',
    ['start => a s', 'complete a => ended'],
  );
  scenario(
    'boundary, interrupting',
    'user a by=x\nboundary s on=a signal=stop\nstart -> a -> end\ns -> b -> end2',
    ['start => a', 'signal stop => ended'],
    { trace: 'start -a s b end2' },
  );
  scenario('boundary, beside', 'user a by=x\nboundary s on=a signal=note beside\nstart -> a -> end\ns -> b -> end2', [
    'start => a',
    'signal note => a',
    'signal note => a',
    'complete a => ended',
  ]);
  scenario('a suspended instance hears nothing', 'catch s signal=go\nstart -> s -> end', [
    'start => s',
    'suspend => s',
    'signal go => refused: suspended',
    'activate => s',
    'signal go => ended',
  ]);
});

describe('conditional events', () => {
  scenario('catch: goes on when a variable makes it true', 'catch c condition="${n > 3}"\nstart -> c -> end', [
    'start n=1 => c',
    'set n=3 => c',
    'set n=4 => ended',
  ]);
  scenario('catch: true from the beginning passes at once', 'catch c condition="${n > 3}"\nstart -> c -> end', [
    'start n=9 => ended',
  ]);
  scenario(
    'boundary, interrupting',
    'user a by=x\nboundary c on=a condition="${urgent}"\nstart -> a -> end\nc -> b -> end2',
    ['start urgent=false => a', 'set urgent=true => ended'],
    { trace: 'start -a c b end2' },
  );
  scenario(
    'boundary, beside: once for each time it becomes true',
    'user a by=x\nboundary c on=a condition="${n > 3}" beside\nstart -> a -> end\nc -> note -> end2',
    ['start n=1 => a', 'set n=4 => a', 'set n=5 => a', 'set n=1 => a', 'set n=6 => a', 'complete a => ended'],
    { trace: 'start a c note end2 c note end2 end' },
  );
  scenario(
    'a script in another branch makes it true',
    'parallel f\ncatch c condition="${n > 3}"\nuser a by=x\nscript s do="n = 7"\nstart -> f -> c, a\na -> s -> end1\nc -> end2',
    ['start n=1 => a c', 'complete a => ended'],
  );
});

describe('link, terminate and several definitions', () => {
  scenario(
    'link: goes on at the catch of the same name',
    'throw out link=L\ncatch in link=L\nstart -> out\nin -> a -> end',
    ['start => ended'],
    { trace: 'start out in a end' },
  );
  scenario(
    'terminate: ends everything in its process',
    'parallel f\nuser a by=x\nuser b by=x\nend stop terminate\nstart -> f -> a, b\na -> stop\nb -> end',
    ['start => a b', 'complete a => ended'],
    { trace: 'start f a -b stop' },
  );
  scenario(
    'terminate in a sub-process: ends that alone',
    'sub s {\nparallel f\nuser a by=x\nuser b by=x\nend stop terminate\nstartS -> f -> a, b\na -> stop\nb -> endS\n}\nuser after by=x\nstart -> s -> after -> end',
    ['start => a b', 'complete a => after', 'complete after => ended'],
  );
  scenario('catch with several definitions: any of them', 'catch e message=m signal=s\nstart -> e -> end', [
    'start => e',
    'signal s => ended',
    'message m => refused: notFound',
  ]);
  scenario('catch with several definitions: all of them', 'catch e message=m signal=s all\nstart -> e -> end', [
    'start => e',
    'signal s => e',
    'message m => ended',
  ]);
});

describe('as the standard says', () => {
  scenario(
    'a receive task that begins an instance has its message already',
    'receive r message=m begins\nuser a by=x\nr -> a -> end',
    ['start => refused: notHere', 'start r => a', 'complete a => ended'],
    { trace: 'r a end' },
  );
  scenario(
    'an error boundary without a flow catches, and its token ends there',
    'sub s {\nuser a by=x\nend bad error=E\nstartS -> a -> bad\n}\nboundary e on=s error=E\nstart -> s -> b -> end',
    ['start => a', 'complete a => ended'],
    { trace: 'start -s startS a bad e' },
  );
});
