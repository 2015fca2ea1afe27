import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connectFleet, postsTo, registerFleet } from './fleet.ts';
import { KILLED, startFleetProduct } from './fleet-product.ts';

/** Number of raised alarms; a thousand in the acceptance run. */
const RAISES = Number(process.env.ANJU_CRASH_RAISES ?? 250);
const DEVICES = 25;

const PATIENCE_MS = 45_000;

const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  states: () => string = () => '',
): Promise<void> => {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what} ${states()}`);
    await sleep(50);
  }
};

interface Audit {
  readonly alarms: number;
  readonly apart: number;
  readonly together: number;
}

/**
 * Count the alarms, the different pairs of device and start, and the alarms whose first history entry is of the same
 * transaction.
 */
async function auditAlarms(ownerUrl: string): Promise<Audit> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Audit>(
      `select count(*)::int as alarms, count(distinct (a.device_id, a.start_time))::int as apart,
         (count(*) filter (where m.xmin is not null and m.xmin = (select l.xmin from asactionlog l where l.biz_id = a.id order by l.id limit 1)))::int as together
       from iot_alarm a left join iot_telemetry m on m.device_id = a.device_id and m.ts = a.start_time`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

test(
  `设备进程、数据库被 kill -9：${RAISES} 次告警一条不少、一条不多，与报文同一事务 alarms and their causes are stored together or not at all`,
  { timeout: 240_000 + RAISES * 200 },
  async () => {
    const product = await startFleetProduct('crash-alarms');
    const { clients } = product;
    try {
      const post = await postsTo(product.base);
      const devices = await registerFleet(product.base, DEVICES);
      // Each raise must be a separate alarm: none is reopened, and none is suppressed as a storm.
      await post('blade-system/param/own', { paramKey: 'iot.alarm.stormPerMinute', paramValue: '1000000' });
      await post('blade-system/param/own', { paramKey: 'iot.alarm.reopenSeconds', paramValue: '-1' });
      await post(`iot/alarm/v1/models/${devices[0].modelId}/configuration`, {
        ruleName: '断电',
        ruleCode: 'crash',
        alarmType: 'threshold',
        createRules: [{ level: 'major', condition: { all: [{ prop: 'n', op: 'eq', value: 1 }] } }],
      });
      clients.push(...(await connectFleet(product.mqttPort, devices)));
      // Message times advance by a second each. They run a few minutes ahead at most, which the product tolerates.
      const begin = Math.floor(Date.now() / 1000) * 1000;
      const steps = devices.map(() => 0);
      let isSafe = 0;
      /**
       * Send the next message of a device: the first raises an alarm, the second ends it, and so on. Return whether it
       * was acknowledged.
       */
      const say = (at: number): Promise<boolean> => {
        const step = steps[at]++;
        return clients[at].publish('props', { ts: begin + step * 1000, params: { n: 1 - (step % 2) } });
      };
      // The rule takes effect some time after its creation. Messages before the first alarm do not count.
      await until('the rule works', async () => {
        await say(0);
        await say(0);
        return (await auditAlarms(product.database().ownerUrl)).alarms > 0;
      });
      const first = (await auditAlarms(product.database().ownerUrl)).alarms;
      let raised = 0;
      const sending = devices.map(async (_, at) => {
        while (raised < RAISES) {
          raised += 1;
          const both = [say(at), say(at)];
          if ((await Promise.all(both)).every(Boolean)) isSafe += 1;
        }
      });
      for (const [round, what] of KILLED.entries()) {
        await until(`raises before ${what} is killed`, () => isSafe >= ((round + 1) * RAISES) / (KILLED.length + 1));
        await product.kill(what);
      }
      let isSent = false;
      void Promise.all(sending).then(() => (isSent = true));
      const states = () => clients.map((one) => `${one.isOpen ? 'open' : 'closed'} ${one.unacknowledged}`).join(', ');
      await until('every message is acknowledged', () => isSent, states);
      expect(isSafe).toBe(raised);
      const alarms = first + raised;
      await until(
        'every raise is stored',
        async () => (await auditAlarms(product.database().ownerUrl)).alarms >= alarms,
      );
      expect(await auditAlarms(product.database().ownerUrl)).toEqual({ alarms, apart: alarms, together: alarms });
    } finally {
      await product.close();
    }
  },
);
