import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { auditLedger, connectFleet, registerFleet } from './fleet.ts';
import { KILLED, startFleetProduct } from './fleet-product.ts';

/** Number of kills; twenty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 3);
const DEVICES = 40;
/** Messages a second of all devices together; two thousand in the acceptance run. */
const RATE = Number(process.env.ANJU_CRASH_RATE ?? 400);
/** Number of messages that must be acknowledged before each kill. */
const ENOUGH = 300;

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(50);
};

test(
  `设备进程、数据库、两者被 kill -9 ${ROUNDS} 次：确认过的报文都在，只有一份 device process, database and both are killed: everything acknowledged is stored once`,
  { timeout: 90_000 + ROUNDS * 30_000 },
  async () => {
    const product = await startFleetProduct('crash-devices');
    const { clients } = product;
    const ledger = new Ledger();
    let isSending = true;
    try {
      clients.push(...(await connectFleet(product.mqttPort, await registerFleet(product.base, DEVICES))));
      let n = 0;
      const sending = (async () => {
        while (isSending) {
          const at = n % clients.length;
          const ts = Date.now();
          n += 1;
          // A client with too many unacknowledged messages stops sending, like a device with little memory.
          if (clients[at].unacknowledged < 20) {
            const key = `crash-${at}`;
            ledger.sent(key, ts);
            void clients[at].publish('props', { ts, params: { n } }).then((isSafe) => {
              if (isSafe) ledger.acknowledged(key, ts);
            });
          }
          if (n % 20 === 0) await sleep(20_000 / RATE);
        }
      })();
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = ledger.counts.acknowledged;
        await until(() => ledger.counts.acknowledged >= before + ENOUGH);
        await product.kill(KILLED[round % KILLED.length]);
      }
      const last = ledger.counts.acknowledged;
      await until(() => ledger.counts.acknowledged >= last + ENOUGH);
      isSending = false;
      await sending;
      await until(() => clients.every((client) => client.unacknowledged === 0));
      await until(async () => (await auditLedger(product.database().ownerUrl, ledger)).lost === 0);
      expect(await auditLedger(product.database().ownerUrl, ledger)).toEqual({
        lost: 0,
        invented: 0,
        twice: 0,
        stale: 0,
      });
      expect(ledger.counts.acknowledged).toBe(ledger.counts.sent);
    } finally {
      isSending = false;
      await product.close();
    }
  },
);
