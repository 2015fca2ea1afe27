import { compileRule, type StoredRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { NO_CONSTANTS } from '#business/iot/alarms/engine/condition.rules.ts';
import { HotDevice } from '#business/iot/alarms/engine/hot-device.rules.ts';
import { compileSet } from '#business/iot/alarms/engine/rule-set.rules.ts';
import { alarmRule } from '#business/iot/alarms/rules/alarm-rule.paper.ts';
import { productActor, transact } from '#kernel/server';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { spawnBenchServer } from '../../server.ts';
import { ALARMS, READERS, askCentre, fillAlarms } from './alarm-centre-bench.ts';
import { costOf, startGateway } from './devices-bench.ts';
import { withLines } from './drive-devices.ts';
import { VALUES, makeFleet } from './fleet.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
const RULES = 10;
const MESSAGES = 400_000;
const LINES = 1000;
const SECONDS = 10;

const ruleRow = (at: number) => ({
  ruleName: `bench ${at}`,
  ruleCode: `bench_${at}`,
  scope: 'tenant' as const,
  alarmType: 'threshold' as const,
  createRules: [
    {
      level: 'major',
      mode: 'duration' as const,
      holdSec: 60,
      condition: { all: [{ prop: VALUES[at], op: 'gt' as const, value: 1_000_000 }] },
    },
  ],
  clearRule: { condition: { all: [{ prop: VALUES[at], op: 'lt' as const, value: 900_000 }] }, holdSec: 60 },
  enabled: true,
});

/**
 * Return the CPU of this process in µs for a message of twelve values against ten rules, without the rest of the
 * product.
 */
function engineUs(): number {
  const stored = Array.from(
    { length: RULES },
    (_, at) => ({ ...ruleRow(at), id: String(at) }) as unknown as StoredRule,
  );
  const set = compileSet(stored, { deviceId: '1', modelId: '1', knows: () => true, constants: NO_CONSTANTS });
  if (compileRule(stored[0], NO_CONSTANTS).kind !== 'values') throw new Error('rules of the bench look at values');
  const devices = Array.from(
    { length: 1000 },
    (_, at) => new HotDevice(String(at), set, { ts: null, data: null, states: null }),
  );
  const one = (round: number): void => {
    const values = Object.fromEntries(VALUES.map((name, index) => [name, (round % 977) + index / 10]));
    devices[round % devices.length].take({ ts: round, values, events: [], isOnline: null, isTick: false }, TENANT.zone);
  };
  const rounds = (from: number): number => {
    const began = process.cpuUsage();
    for (let round = from; round < from + MESSAGES; round += 1) one(round);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / MESSAGES;
  };
  const bare = (): number => {
    const began = process.cpuUsage();
    let count = 0;
    for (let round = 0; round < MESSAGES; round += 1)
      count += Object.keys(Object.fromEntries(VALUES.map((name, index) => [name, (round % 977) + index / 10]))).length;
    const { user, system } = process.cpuUsage(began);
    return count > 0 ? (user + system) / MESSAGES : 0;
  };
  rounds(1);
  bare();
  return rounds(MESSAGES + 1) - bare();
}

/** Create ten rules that check every message and never match. */
async function makeRules(appUrl: string, dataDir: string): Promise<void> {
  const app = await openApp({ appUrl, dataDir });
  try {
    await transact(app, productActor(app, TENANT, 'bench'), async (tx) => {
      if ((await tx.find(alarmRule, { ruleCode: 'bench_0' }, { first: 1 })).length > 0) return;
      for (let at = 0; at < RULES; at += 1) await tx.create(alarmRule, ruleRow(at));
    });
  } finally {
    await app.close();
  }
}

const mark = (isMet: boolean): string => (isMet ? '✓' : '✗');

/**
 * `npm run bench -- alarms`: the engine alone, the path of a message with ten rules, and the alarm centre over fifty
 * thousand alarms.
 */
export async function benchAlarms(): Promise<void> {
  const engine = engineUs();
  printLine(`engine ${engine.toFixed(2)} µs a message`);
  await withBenchDatabase('alarms', async ({ ownerUrl, superUrl, appUrl, dataDir, postmaster }) => {
    const place = { appUrl, ownerUrl, dataDir, postmaster: postmaster };
    const devices = await makeFleet(appUrl, dataDir, LINES);
    await makeRules(appUrl, dataDir);
    await fillAlarms(place, devices);
    const gateway = await startGateway(place);
    const load = { port: gateway.port, devices, window: 5, keys: 12, seconds: SECONDS };
    const path = await withLines(load, async (run) => {
      await run();
      return costOf(place, gateway.pid, run);
    });
    await gateway.stop();
    printLine(`path with ${RULES} rules ${Math.round(path.perSecond)}/s`);
    const server = await spawnBenchServer({
      ...place,
      superUrl,
      env: { ANJU_ROLE: 'web', ANJU_SEED: 'none', NODE_ENV: 'production', HOST: '127.0.0.1' },
    });
    try {
      const centre = await askCentre({ server: server.pid, postmaster: place.postmaster }, server.address);
      writeSection(projectDir, 'Alarms', [
        ...conditionsTable(
          'npm run bench -- alarms',
          `${RULES} rules with holds, none of which fits, 12 values a message, ${LINES} lines. Then ${ALARMS.toLocaleString('en')} alarms of ninety days, 2,000 of them not over, ${READERS} people at once.`,
        ),
        ...valuesTable([
          {
            name: 'engine alone, CPU a message',
            value: `${engine.toFixed(2)} µs`,
            goal: '≤ 3',
            isMet: engine <= 3,
          },
          {
            name: `from the socket to the row with ${RULES} rules`,
            value: `${Math.round(path.perSecond).toLocaleString('en')}/s`,
            goal: '≥ 20,000',
            isMet: path.perSecond >= 20_000,
          },
        ]),
        '',
        '| alarm centre | Node ms | PostgreSQL ms | p50 ms | p99 ms | goal | |',
        '|---|--:|--:|--:|--:|---|---|',
        ...centre.map(
          ([what, { nodeMs, databaseMs, p50, p99 }]) =>
            `| ${what} | ${nodeMs.toFixed(2)} | ${databaseMs.toFixed(2)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | p99 < 30 ms | ${mark(p99 < 30)} |`,
        ),
      ]);
    } finally {
      await server.stop();
    }
  });
}
