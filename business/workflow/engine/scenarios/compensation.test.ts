import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

const trip = 'task hotel\ntask flight\nundo noHotel for=hotel\nundo noFlight for=flight\n';

describe('compensation', () => {
  scenario(
    'throw: undoes what was done, the last first',
    `${trip}throw back compensate\nstart -> hotel -> flight -> back -> end`,
    ['start => ended'],
    { trace: 'start hotel flight back noFlight noHotel end' },
  );
  scenario('end event', `${trip}end back compensate\nstart -> hotel -> flight -> back`, ['start => ended'], {
    trace: 'start hotel flight back noFlight noHotel',
  });
  scenario(
    'throw for one activity',
    `${trip}throw back compensate=hotel\nstart -> hotel -> flight -> back -> end`,
    ['start => ended'],
    { trace: 'start hotel flight back noHotel end' },
  );
  scenario(
    'what was not done is not undone',
    `${trip}throw back compensate\nexclusive g\nstart -> hotel -> g\ng -> flight [n > 1]\ng -> back [else]\nflight -> back -> end`,
    ['start n=1 => ended'],
    { trace: 'start hotel g back noHotel end' },
  );
  scenario('nothing was done: goes on', 'throw back compensate\nstart -> back -> end', ['start => ended']);
  scenario(
    'done once: a second throw undoes nothing',
    `${trip}throw back compensate\nthrow again compensate\nstart -> hotel -> flight -> back -> again -> end`,
    ['start => ended'],
    { trace: 'start hotel flight back noFlight noHotel again end' },
  );
  scenario(
    'done twice: undone twice',
    'user hotel by=x\nundo noHotel for=hotel\nexclusive g\nthrow back compensate\nstart -> hotel -> g\ng -> hotel [again]\ng -> back [else]\nback -> end',
    ['start => hotel', 'complete hotel again=true => hotel', 'complete hotel again=false => ended'],
    { trace: 'start hotel g hotel g back noHotel noHotel end' },
  );
  scenario(
    'a handler of people: the thrower waits',
    'task hotel\nuser noHotel by=x undoes for=hotel\nthrow back compensate\nstart -> hotel -> back -> end',
    ['start => noHotel', 'complete noHotel => ended'],
  );
  scenario(
    'a sub-process: what was done inside is undone',
    `sub s {\n${trip}startS -> hotel -> flight -> endS\n}\nthrow back compensate\nstart -> s -> back -> end`,
    ['start => ended'],
    { trace: 'start s startS hotel flight endS back noFlight noHotel end' },
  );
  scenario(
    'a sub-process with a handler of its own: that alone',
    `sub s {\n${trip}startS -> hotel -> flight -> endS\n}\nundo noTrip for=s\nthrow back compensate\nstart -> s -> back -> end`,
    ['start => ended'],
    { trace: 'start s startS hotel flight endS back noTrip end' },
  );
  scenario(
    'a sub-process that was ended leaves nothing to undo',
    'sub s {\ntask hotel\nundo noHotel for=hotel\nuser a by=x\nstartS -> hotel -> a -> endS\n}\nboundary m on=s message=stop\nthrow back compensate\nstart -> s -> end\nm -> back -> end2',
    ['start => a', 'message stop => ended'],
    { trace: 'start -s startS hotel -a m back end2' },
  );
  scenario(
    'several instances: each is undone',
    'task hotel times=2\nundo noHotel for=hotel\nthrow back compensate\nstart -> hotel -> back -> end',
    ['start => ended'],
    { trace: 'start hotel hotel back noHotel noHotel end' },
  );
  scenario(
    'an event sub-process undoes what its surroundings did',
    `sub s {\n${trip}end bad error=E\nstartS -> hotel -> flight -> bad\nevent-sub e {\nstart on error=E\nthrow back compensate\non -> back -> endE\n}\n}\nstart -> s -> end`,
    ['start => ended'],
    { trace: 'start s startS hotel flight bad e on back noFlight noHotel endE end' },
  );
  scenario(
    'the handler sees the variables of now',
    'script hotel do="room = 7"\nscript noHotel do="freed = room" undoes for=hotel\nscript more do="room = 8"\nthrow back compensate\nstart -> hotel -> more -> back -> end',
    ['start => ended'],
    { variables: { freed: 8 } },
  );
});

describe('transactions', () => {
  const inside = `${trip}user pay by=x\nexclusive g\nend failed cancel\nstartT -> hotel -> flight -> pay -> g\ng -> failed [broke]\ng -> endT [else]`;
  scenario(
    'ends well: goes on',
    `transaction t {\n${inside}\n}\nboundary c on=t cancel\nstart -> t -> end\nc -> sorry -> end2`,
    ['start => pay', 'complete pay broke=false => ended'],
    { trace: 'start t startT hotel flight pay g endT end' },
  );
  scenario(
    'cancel: undoes, then goes on at the cancel event',
    `transaction t {\n${inside}\n}\nboundary c on=t cancel\nstart -> t -> end\nc -> sorry -> end2`,
    ['start => pay', 'complete pay broke=true => ended'],
    { trace: 'start -t startT hotel flight pay g failed noFlight noHotel c sorry end2' },
  );
  scenario(
    'cancel ends the other branches first',
    'transaction t {\nparallel f\ntask hotel\nundo noHotel for=hotel\nuser a by=x\nuser b by=x\nend failed cancel\nstartT -> f -> hotel, b\nhotel -> a -> failed\nb -> endT\n}\nboundary c on=t cancel\nstart -> t -> end\nc -> sorry -> end2',
    ['start => a b', 'complete a => ended'],
    { trace: 'start -t startT f hotel -b a failed noHotel c sorry end2' },
  );
  scenario(
    'an error is no cancel: nothing is undone',
    'transaction t {\ntask hotel\nundo noHotel for=hotel\nend bad error=E\nstartT -> hotel -> bad\n}\nboundary e on=t error=E\nstart -> t -> end\ne -> sorry -> end2',
    ['start => ended'],
    { trace: 'start -t startT hotel bad e sorry end2' },
  );
  scenario(
    'a handler of people: the cancel event waits for it',
    'transaction t {\ntask hotel\nuser noHotel by=x undoes for=hotel\nend failed cancel\nstartT -> hotel -> failed\n}\nboundary c on=t cancel\nuser sorry by=x\nstart -> t -> end\nc -> sorry -> end2',
    ['start => noHotel', 'complete noHotel => sorry'],
  );
});
