import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connectFleet, postsTo, registerFleet } from './fleet.ts';
import { KILLED, startFleetProduct } from './fleet-product.ts';

/** So many alarms are raised; a thousand in the acceptance run. */
const RAISES = Number(process.env.ANJU_CRASH_RAISES ?? 250);
const DEVICES = 25;

const PATIENCE_MS = 45_000;

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await sleep(50);
  }
};

interface Audit {
  readonly alarms: number;
  readonly apart: number;
  readonly together: number;
}

/** How many alarms there are, how many of them are of different raises, and how many have their first line of history from the transaction of their cause. */
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
      // Each raise is an alarm of its own, and none of them a storm.
      await post('blade-system/param/own', { paramKey: 'iot.alarm.stormPerMinute', paramValue: '1000000' });
      await post('blade-system/param/own', { paramKey: 'iot.alarm.reopenSeconds', paramValue: '-1' });
      await post(`iot/alarm/v1/models/${devices[0].modelId}/configuration`, {
        ruleName: '断电',
        ruleCode: 'crash',
        alarmType: 'threshold',
        createRules: [{ level: 'major', condition: { all: [{ prop: 'n', op: 'eq', value: 1 }] } }],
      });
      clients.push(...(await connectFleet(product.mqttPort, devices)));
      // A second for each message: a few minutes ahead at most, which a clock that is off may be.
      const begin = Math.floor(Date.now() / 1000) * 1000;
      const steps = devices.map(() => 0);
      let isSafe = 0;
      /** Every second message of a device raises, the other ends it. */
      const say = (at: number): Promise<boolean> => {
        const step = steps[at]++;
        return clients[at].publish('props', { ts: begin + step * 1000, params: { n: 1 - (step % 2) } });
      };
      // The rule works when the first raise is there: nothing that came before it counts.
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
      await Promise.all(sending);
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
