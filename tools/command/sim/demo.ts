import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from '#business/iot/ingest/registry.server.ts';
import { lastCounters, simulatedHomes } from '#business/iot/simulator/demo-thread.server.ts';
import { builtInCodes } from '#business/iot/alarms/built-in/built-in-rows.rules.ts';
import { Demo } from '#business/iot/simulator/demo.server.ts';
import { plantedFault } from '#business/iot/alarms/built-in/planted-fault.rules.ts';
import type { SimulatedHomeOptions } from '#business/iot/simulator/simulated-home.server.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { printLine } from '../steps.ts';
import { misbehavioursOf } from './options.ts';
import type { RunningGateway } from './with-gateway.ts';

const TELL_MS = 5000;

/** Simulate the demo homes by the real clock, until the command is stopped or `seconds` have passed. */
export async function simDemo(
  { app, host, port, tenantId }: RunningGateway,
  {
    misbehave,
    seconds,
    fault,
    home: faulty,
  }: {
    readonly misbehave?: string;
    readonly seconds: number | null;
    /** Trouble code that one machine shows. */ readonly fault?: string;
    /** Id of the home of that machine; absent: the first home with such a machine. */ readonly home?: string;
  },
): Promise<number> {
  const ways = misbehavioursOf(misbehave, 'none');
  const registry = new Registry(app);
  await registry.loadCompany(tenantId);
  const homes = simulatedHomes(registry, await lastCounters(app));
  if (homes.length === 0)
    throw new StartupError(
      '这个公司还没有装了设备的家庭：用演示数据启动（ANJU_SEED=demo），或先绑定设备。',
      'No home of this company has devices yet: start with the demo company (ANJU_SEED=demo), or bind some.',
    );
  const keys = new Set(homes.flatMap((home) => home.devices.map((one) => one.deviceKey)));
  const online = [...registry.devices].filter((known) => keys.has(known.key) && known.isOnline).length;
  if (online > keys.size / 2)
    throw new StartupError(
      `这些家庭已经有 ${online} 台设备在线：产品自己在模拟它们。要在这里跑，用 ANJU_SIM=off 启动产品。`,
      `${online} devices of these homes are online already: the product simulates them itself. Start it with ANJU_SIM=off to do it here.`,
    );
  const counts = { sent: 0, acknowledged: 0 };
  const demo = new Demo(
    { host, port, homes },
    {
      sent: () => {
        counts.sent += 1;
      },
      acknowledged: () => {
        counts.acknowledged += 1;
      },
    },
  );
  printLine(`${homes.length} 个家庭，${keys.size} 台设备 homes, devices；Ctrl-C 结束 ends it`);
  let isEnding = false;
  process.once('SIGINT', () => (isEnding = true));
  process.once('SIGTERM', () => (isEnding = true));
  demo.start();
  for (const [at, home] of homes.entries()) if (ways.length > 0) demo.misbehave(home.name, ways[at % ways.length]);
  if (fault) plantFault(demo, homes, fault, faulty);
  const until = seconds === null ? Infinity : Date.now() + seconds * 1000;
  let printed = Date.now();
  while (!isEnding && Date.now() < until) {
    await sleep(200);
    if (Date.now() - printed < TELL_MS) continue;
    printed = Date.now();
    printLine(`在线 ${demo.lines} lines, 发送 ${counts.sent} sent, 确认 ${counts.acknowledged} acknowledged`);
  }
  demo.stop();
  return 0;
}

/** Let one machine show a trouble code from now on. */
function plantFault(demo: Demo, homes: readonly SimulatedHomeOptions[], code: string, home: string | undefined): void {
  const planted = plantedFault(code, builtInCodes);
  const place = homes.find(
    (one) =>
      (home === undefined || one.name === home) &&
      one.devices.some(({ modelCode }) => modelCode === planted?.modelCode),
  );
  if (!planted || !place)
    throw new StartupError(
      `没有故障码“${code}”，或没有这样设备的家庭。`,
      `There is no trouble code “${code}”, or no home with such a machine.`,
    );
  demo.plant(place.name, planted);
  printLine(`家庭 ${place.name} 有故障 ${code} has the fault`);
}
