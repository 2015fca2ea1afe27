import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, storedCommand, untilState } from '../../testing/commands.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'outage01', { properties: commandAttributes });
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

const isAway = (): unknown => (part.facts().commands as { isAway: boolean }).isAway;

/** Run a work while no process can reach the database. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const own = new pg.Client({ connectionString: server.appUrl });
  await own.connect();
  const name = new URL(server.ownerUrl).pathname.slice(1);
  await server.tables(`alter database "${name}" connection limit 0`);
  try {
    await own.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
    );
    await own.end();
    await work();
  } finally {
    await server.tables(`alter database "${name}" connection limit -1`);
  }
}

test('while the database is away no command is claimed and no timeout passes; later timeouts pass by its length', async () => {
  const device = await registerDevice(iot, modelId, 'outage01', 'outage-1');
  const line = await MqttDevice.open(server, device);
  lines.push(line);
  await line.listen();
  await part.settle();
  const sent = await createCommand(server, device.id, { set: { fan: 1 } }, { timeoutSec: 30, maxRetry: 0 });
  await untilState(server, sent, 'delivered');
  const waiting = await createCommand(server, device.id, { set: { fan: 2 } }, { expireSec: 3600 });
  await withoutDatabase(async () => {
    await expect
      .poll(async () => {
        await part.commands.settle();
        return isAway();
      })
      .toBe(true);
    server.clock.pass(60_000);
    await part.commands.settle();
    expect(line.heard).toHaveLength(1);
  });
  // The timeout of thirty seconds has passed by the clock, but the reply may lie on the disk of the gateway.
  await expect
    .poll(async () => {
      await part.commands.settle();
      return isAway();
    })
    .toBe(false);
  await part.commands.settle();
  expect((await storedCommand(server, sent)).execStatus).toBe('delivered');
  await line.reply(sent, 200);
  await untilState(server, sent, 'success');
  await untilState(server, waiting, 'delivered');
});
