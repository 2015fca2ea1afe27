import { expect } from 'vitest';
import type { TestServer } from '#kernel/testing/test-server.ts';
import type { HistoryPart } from '#business/iot/history/history-part.server.ts';
import { allMarks } from '#business/iot/history/store/message-marks.rules.ts';
import { writeValues } from '#business/iot/history/store/write-values.server.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };

/**
 * For tests: open homes on a test server that stores history, and return functions that add devices with past messages.
 */
export async function openLivedHomes(server: TestServer) {
  const site = await openHomes(server);
  const part = server.assembly.parts[0] as HistoryPart;

  /**
   * Store a message of a device every ten minutes from `from` until `until` (ms). `make` returns its values by hours
   * since `from`.
   */
  async function live(
    id: string,
    from: number,
    until: number,
    make: (hours: number) => Record<string, unknown>,
  ): Promise<void> {
    for (let begin = from; begin < until; begin += DAY) {
      const history: [string, number, Record<string, unknown>, number][] = [];
      for (let ts = begin; ts < Math.min(begin + DAY, until); ts += 600_000)
        history.push([id, ts / 1000, make((ts - from) / HOUR), 0]);
      await server.app.db.write(tenancy, (sql) =>
        writeValues(sql, '000000', { history, latest: [] }, allMarks(history)),
      );
    }
  }

  async function homeWith(modelId: string, area: number): Promise<{ id: string; mac: string; householdId: string }> {
    const householdId = await site.household({ roomAddressId: await site.address({ areaSize: area }) });
    const device = await site.device(modelId);
    expect((await site.bind(householdId, device.mac)).status).toBe(200);
    await server.tables("update iot_device set owned_since = now() - interval '2 years' where id = $1", [device.id]);
    return { ...device, householdId };
  }

  return { site, live, homeWith, settle: () => part.settle() };
}
