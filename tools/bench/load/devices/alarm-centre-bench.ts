import pg from 'pg';
import { addMinutes } from '#kernel/language/days.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { productActor, transact } from '#kernel/server';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { openApp } from '../../../../server/assemble.ts';
import { Client, type Cost, type Pids, drive } from '../../drive.ts';
import type { LoadDevice } from './fleet.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
export const ALARMS = 50_000;
const DAYS = 90;
const AT_ONCE = 5000;
export const READERS = 4;
const SECONDS = 5;
const LEVELS = ['critical', 'major', 'minor', 'info'] as const;
const NOT_OVER = ['active', 'confirmed', 'recovered'] as const;
/** One in this many alarms is open: two thousand in all, as on a very bad day. */
const ONE_OPEN_OF = 25;

/** Replace all alarms by ones of the last ninety days, more on recent days; some of each day are open. */
export async function fillAlarms(
  { appUrl, ownerUrl, dataDir }: { appUrl: string; ownerUrl: string; dataDir: string },
  devices: readonly LoadDevice[],
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('truncate iot_alarm');
  const app = await openApp({ appUrl, dataDir });
  try {
    for (let from = 0; from < ALARMS; from += AT_ONCE)
      await transact(app, productActor(app, TENANT, 'bench'), async (tx) => {
        tx.takesLong();
        const rows = Array.from({ length: AT_ONCE }, (_, at) => {
          const no = from + at;
          const startTime = addMinutes(tx.now(), -Math.round((DAYS * 1440 * (ALARMS - no)) / ALARMS));
          return {
            deviceId: devices[no % devices.length].id,
            alarmType: 'threshold',
            level: LEVELS[(no >> 3) % LEVELS.length],
            title: `bench ${no}`,
            startTime,
            lastTime: startTime,
            repeatCount: 1,
            alarmStatus: no % ONE_OPEN_OF === 0 ? NOT_OVER[(no / ONE_OPEN_OF) % NOT_OVER.length] : ('closed' as const),
          };
        });
        await tx.append(alarm, rows as never);
      });
    // PostgreSQL would do this by itself within a minute.
    await owner.query('vacuum analyze iot_alarm');
  } finally {
    await app.close();
    await owner.end();
  }
}

const PAGE = 'iot/alarm-service/alarm/page';
/** Requests that the page of the alarm centre sends, and usual filters of the list of all alarms. */
const ASKED: Readonly<Record<string, string>> = {
  'counts and flow of the centre': 'iot/alarm-service/alarm/flow',
  'critical ones, the oldest 100 first': `${PAGE}?size=100&alarmStatus=active&level=critical&ascs=startTime`,
  'minor ones and hints, 100': `${PAGE}?size=100&alarmStatus=active&level_in=minor,info&ascs=startTime`,
  'confirmed ones, 100': `${PAGE}?size=100&alarmStatus=confirmed&ascs=startTime`,
  'all that are not over, the oldest 50': `${PAGE}?size=50&alarmStatus_in=active,confirmed,recovered&ascs=startTime`,
  'the list, newest 50 first': `${PAGE}?size=50`,
  'the list by state': `${PAGE}?size=50&alarmStatus=confirmed`,
  'the list by level': `${PAGE}?size=50&level=minor`,
};

/** Measure each request of the centre with several concurrent people. */
export async function askCentre(
  pids: Pids,
  address: string,
): Promise<readonly (readonly [what: string, cost: Cost])[]> {
  const client = new Client(address, await logInOverHttp(address), TENANT.tenantId);
  const found: [string, Cost][] = [];
  for (const [what, path] of Object.entries(ASKED))
    found.push([
      what,
      await drive(pids, READERS, SECONDS, async () => {
        await client.ok('GET', path);
      }),
    ]);
  client.close();
  return found;
}
