import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { ErpServer } from '#business/goods/testing/erp-server.ts';
import { end, gone, startProcess, startServer } from '#kernel/testing/power-cut.ts';

test(
  'a server that is killed between the request to SAP and its answer leaves one document',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-sap-'));
    const erp = await ErpServer.open();
    const env = { ADAPTER_ERP_URL: erp.address };
    let { server, database } = await startServer(dataDir, env);
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
    const state = async (): Promise<string> =>
      (await pool.query("select sap_status || ' ' || coalesce(sap_doc_num, '') as s from assapwarehouseflow")).rows[0]
        .s;
    try {
      erp.onPosted = async () => {
        process.kill(-server.pid!, 'SIGKILL');
        await gone(server);
      };
      await pool.query(
        "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (1, '000000', 'SAP', 'as.sap.adapter', 'erp', now(), now()) on conflict do nothing",
      );
      await pool.query("update blade_param set param_value = 'erp' where param_key = 'as.sap.adapter'");
      await pool.query(
        `insert into assapwarehouseflow (id, tenant_id, flow_no, direction, sap_object, item_code, from_whs_code, to_whs_code, qty, post_date, sap_status, retry_count, next_retry_time, idempotency_key, lane_code, create_time, update_time)
      values (1, '000000', 'SL1', 'out', 'OWTR', 'VF101-001', 'W01', 'W10', 2, current_date, 'queued', 0, now(), 'shipment:1:1', 'W01', now(), now())`,
      );
      await vi.waitFor(() => expect(erp.documents.size).toBe(1), { timeout: 60_000 });
      await gone(server);
      expect(await state()).toBe('queued ');
      erp.onPosted = async () => {};
      ({ server } = await startProcess({ database, dataDir }, env));
      await vi.waitFor(async () => expect(await state()).toBe('pushed ERP-1'), { timeout: 60_000 });
      expect(erp.documents.size).toBe(1);
    } finally {
      await erp.close();
      await pool.end();
      await end({ server, database, base: '' });
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
