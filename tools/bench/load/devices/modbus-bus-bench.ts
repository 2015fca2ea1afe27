import { setTimeout as sleep } from 'node:timers/promises';
import type { BusPoint } from '#business/iot/gateway/connect/modbus/bus.rules.ts';
import { ModbusBus } from '#business/iot/gateway/connect/modbus/bus.server.ts';
import { ModbusUnits } from '#business/iot/testing/modbus-unit.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';

const UNITS = 32;
const DEAD = 7;
const POINTS = 20;
const INTERVAL_MS = 5000;
const TIMEOUT_MS = 1000;
const RETRIES = 2;
/** Time that a unit needs for an answer: a request and 20 registers at 9,600 baud. */
const ANSWER_MS = 60;
const SECONDS = 40;
/** Interval of the commands that are written meanwhile. */
const COMMAND_MS = 700;

const points: readonly BusPoint[] = Array.from({ length: POINTS }, (_, register) => ({
  code: `r${register}`,
  address: `4:${register}:1`,
  form: {
    ...{ dataType: 'int', byteOrder: null, bitIndex: null, bitCount: null },
    ...{ scale: null, shift: null, precision: null, invalidValues: null },
  },
  isWritable: true,
  readModifyWrite: false,
  everyMs: INTERVAL_MS,
}));

interface Figures {
  /** How late the polls of answering units began, in ms, ascending. */ readonly late: readonly number[];
  readonly commands: readonly number[];
  readonly polls: number;
  readonly mostOpen: number;
  readonly cpuMs: number;
}

/** Poll a bus for a while, with a command to the last unit now and then. */
async function run(isOneDead: boolean): Promise<Figures> {
  const registers = new Map(points.map((_, register) => [`4:${register}`, register]));
  const units = new ModbusUnits(
    Object.fromEntries(
      Array.from({ length: UNITS }, (_, at) => [
        at + 1,
        { registers: new Map(registers), delayMs: ANSWER_MS, isSilent: isOneDead && at + 1 === DEAD },
      ]),
    ),
  );
  const port = await units.listen();
  const late: number[] = [];
  const commands: number[] = [];
  let polls = 0;
  const bus = new ModbusBus(
    {
      ...{ host: '127.0.0.1', port, transport: 'modbus_tcp', timeoutMs: TIMEOUT_MS, retries: RETRIES },
      units: Array.from({ length: UNITS }, (_, at) => ({ unit: at + 1, points })),
    },
    {
      values: () => {
        polls += 1;
      },
      offline: () => undefined,
      refused: () => undefined,
      fault: () => undefined,
      late: (unit, ms) => {
        if (!isOneDead || unit !== DEAD) late.push(ms);
      },
    },
  );
  const until = performance.now() + SECONDS * 1000;
  const cpu = process.cpuUsage();
  const commanding = (async (): Promise<void> => {
    while (performance.now() < until) {
      const from = performance.now();
      await bus.write(UNITS, 'r0', commands.length);
      commands.push(performance.now() - from);
      await sleep(COMMAND_MS);
    }
  })();
  while (performance.now() < until) await sleep(Math.min(Math.max(await bus.pollDue(), 5), 1000));
  await commanding;
  const { user, system } = process.cpuUsage(cpu);
  bus.close();
  units.close();
  return {
    late: late.toSorted((a, b) => a - b),
    commands: commands.toSorted((a, b) => a - b),
    polls,
    mostOpen: units.mostOpen,
    cpuMs: (user + system) / 1000,
  };
}

const at = (all: readonly number[], part: number): number =>
  all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const lateness = ({ late }: Figures): string => `p50 ${seconds(at(late, 0.5))}, at most ${seconds(at(late, 1))}`;

/** `npm run bench -- modbus-bus`: how late the units of a bus are read while one of them is dead. */
export async function benchModbusBus(): Promise<void> {
  const alive = await run(false);
  printLine(`all answer: ${lateness(alive)}`);
  const dead = await run(true);
  printLine(`one is dead: ${lateness(dead)}`);
  const most = at(dead.late, 1);
  writeSection(projectDir, 'Modbus bus', [
    ...conditionsTable(
      'npm run bench -- modbus-bus',
      `${UNITS} units behind one address, ${POINTS} points each, every ${INTERVAL_MS / 1000} s; an answer takes ${ANSWER_MS} ms, a missing one ${TIMEOUT_MS / 1000} s with ${RETRIES} repeats; a command each ${COMMAND_MS / 1000} s; ${SECONDS} s each. The units are in the same process.`,
    ),
    ...valuesTable([
      { name: 'all units answer: their reads are late by', value: lateness(alive) },
      {
        name: 'one unit is dead: the reads of the others are late by',
        value: lateness(dead),
        goal: `< ${INTERVAL_MS / 1000} s, one interval`,
        isMet: most < INTERVAL_MS,
      },
      {
        name: 'a command until it is read back, one unit dead',
        value: `p50 ${seconds(at(dead.commands, 0.5))}, at most ${seconds(at(dead.commands, 1))}`,
      },
      { name: 'requests open at once', value: String(dead.mostOpen), goal: '1', isMet: dead.mostOpen === 1 },
      { name: 'CPU a read of a unit, with the simulated unit', value: `${(dead.cpuMs / dead.polls).toFixed(2)} ms` },
    ]),
  ]);
}
