import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { Executed, readCommand } from '#business/iot/simulator/obedience.rules.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { FLEET_MODEL, type FleetDevice, postsTo, registerFleet } from './fleet.ts';
import { Balancer, type SplitProcess, SplitProduct, readinessOf } from './split-product.ts';

/**
 * Number of devices, of kills, and of reads of the counts. `ANJU_CRASH_DEVICES=1000` is the acceptance run, and
 * `ANJU_CRASH_KILLS=20` a storm.
 */
const DEVICES = Number(process.env.ANJU_CRASH_DEVICES ?? 80);
const KILLS = Number(process.env.ANJU_CRASH_KILLS ?? 6);
const READS = 1000;

const COUNTS = 'pending queued sent delivered running success failed timeout expired canceled skipped'.split(' ');

/** A device that obeys, and remembers which commands it has executed. */
class Obeying {
  readonly client: DeviceClient;
  readonly executed = new Executed();
  readonly ids = new Set<string>();

  constructor(of: FleetDevice, port: number, isSilent: boolean) {
    this.client = new DeviceClient({
      host: '127.0.0.1',
      port,
      modelCode: FLEET_MODEL,
      ...of,
      now: () => Date.now(),
      told: (tail, payload) => {
        const command = readCommand(tail, payload.toString());
        if (!command) return;
        this.ids.add(command.id);
        const code = this.executed.take(command.id);
        if (!isSilent) setTimeout(() => void this.client.publish('reply', { id: command.id, code }), 100).unref();
      },
    });
  }
}

test(
  `网关被 kill -9 ${KILLS} 次：每台设备只执行一次，十一个计数总和不变 no device executes a command twice, and the counts always sum to the devices`,
  { timeout: 300_000 + KILLS * 30_000 },
  async () => {
    const product = new SplitProduct();
    const gateways: SplitProcess[] = [];
    const balancer = new Balancer(() => gateways);
    try {
      const { base } = await product.begin();
      const post = await postsTo(base);
      const fleet = await registerFleet(base, DEVICES);
      const [{ modelId }] = fleet;
      await post('iot/device-model-attribute/add', {
        modelId,
        attrType: 'property',
        identifier: 'wanted',
        name: '设定',
        dataType: 'int',
        accessMode: 'rw',
        specs: { min: 0, max: 100 },
      });
      await post(`iot/device-thing-model/publish/${modelId}`, {});
      for (let n = 0; n < 2; n += 1) gateways.push(await product.start('gateway'));
      const port = await balancer.listen();
      await expect.poll(() => readinessOf(gateways[0]), { timeout: 30_000 }).toBe('200 ok');
      // Three of ten devices are away at first, and one of twenty never replies.
      const devices = fleet.map((one, at) => new Obeying(one, port, at % 20 === 0));
      const away = devices.filter((_, at) => at % 10 >= 7);
      const present = devices.filter((_, at) => at % 10 < 7);
      for (const { client } of present) client.connect();
      await Promise.all(present.map(({ client }) => client.opened()));
      const instruction = await post('iot/instruction-task-config/add', {
        instructionName: '全体',
        instructionCode: 'crash',
        modelId,
        instructionType: 'property_set',
        content: { set: { wanted: 7 } },
        waitOnline: true,
        timeoutSec: 3,
        maxRetry: 1,
      });
      const task = await post('iot/instruction-task/add', {
        taskName: '断电',
        configId: instruction.id,
        targetType: 'model',
        perMinute: DEVICES * 4,
      });
      await post('iot/instruction-task/run', { id: task.id });
      const token = await logInOverHttp(base);
      const stateOf = async (): Promise<Record<string, number> & { status?: string }> => {
        const answer = await fetch(`${base}/api/iot/instruction-task/status?ids=${task.id}`, {
          headers: { 'Blade-Auth': `bearer ${token}` },
        });
        const [state] = ((await answer.json()) as { data: Record<string, number>[] }).data;
        expect(COUNTS.reduce((sum, name) => sum + state[name], 0)).toBe(DEVICES);
        return state as never;
      };
      // The counts are read all the time, also while no gateway is ready.
      let reads = 0;
      let isOver = false;
      const reading = (async () => {
        for (; reads < READS || !isOver; reads += 1) await stateOf();
      })();
      reading.catch(() => undefined);
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(2000);
        const owner = (await readinessOf(gateways[0])) === '200 ok' ? gateways[0] : gateways[1];
        await product.kill(owner);
        gateways.splice(gateways.indexOf(owner), 1);
        gateways.push(await product.start('gateway'));
      }
      for (const { client } of away) client.connect();
      const silent = devices.filter((_, at) => at % 20 === 0).length;
      await expect
        .poll(stateOf, { timeout: 150_000, interval: 500 })
        .toMatchObject({ status: 'completed', success: DEVICES - silent, timeout: silent });
      isOver = true;
      await reading;
      expect(devices.map(({ ids, executed }) => [ids.size, executed.counts.twice])).toEqual(devices.map(() => [1, 0]));
      for (const { client } of devices) client.stop();
    } finally {
      balancer.stop();
      await product.end();
    }
  },
);
