import { must } from '#kernel/language/must.ts';
import { UpgradeEngine } from '#business/iot/firmware/engine/upgrade-engine.server.ts';
import { firmware } from '#business/iot/firmware/library/firmware.paper.ts';
import { upgradeTask } from '#business/iot/firmware/tasks/upgrade-task.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { type App, fileKey, productActor, transact } from '#kernel/server';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { cpuMs, familyCpuMs } from '../../cpu.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { LOAD_MODEL, makeFleet } from './fleet.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
const DEVICES = 6000;
const CPU_GOAL_MS = 0.4;

/** Create released firmware with its file, and a task over all devices of the load. Return the seconds of its run. */
async function beginTask(app: App): Promise<number> {
  const file = await app.ids.next(app.clock.ms());
  await app.files.put(fileKey(TENANT.tenantId, file), Buffer.alloc(5000));
  let seconds = 0;
  const attachment = must(app.ownPapers.attachment, 'the paper of files');
  await transact(app, productActor(app, TENANT, 'bench'), async (tx) => {
    tx.takesLong();
    const { context } = tx;
    await tx.sql.query(
      `insert into ${attachment.table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, bound, create_time, update_time)
       values ($1, $2, 'bench.bin', 'bench.bin', 'bin', 'application/octet-stream', 5, repeat('0', 64), true, now(), now())`,
      [file, TENANT.tenantId],
    );
    const [{ id: modelId }] = await context.find(thingModel, { modelCode: LOAD_MODEL }, { first: 1 });
    const [made] = await context.append(firmware, [
      {
        firmwareName: 'bench',
        modelId,
        moduleCode: 'mcu',
        firmwareVersion: `1.${app.clock.ms()}`,
        firmwareStatus: 'released',
        fileId: file,
        fileSize: 5000,
        sha256: '0'.repeat(64),
        signature: '',
        packageType: 'full',
      },
    ]);
    const task = await context.create(upgradeTask, { taskName: 'bench', firmwareId: made.id, rolloutPerMin: DEVICES });
    const began = performance.now();
    await context.act(upgradeTask, task.id, 'run');
    seconds = (performance.now() - began) / 1000;
  });
  return seconds;
}

/** `npm run bench -- upgrades`: how long a task of six thousand devices takes to begin, and to notify them all. */
export async function benchUpgrades(): Promise<void> {
  await withBenchDatabase('upgrades', async ({ appUrl, dataDir, postmaster }) => {
    await makeFleet(appUrl, dataDir, DEVICES);
    const app = await openApp({ appUrl, dataDir });
    try {
      // Upgrades of an earlier run would keep the devices busy.
      await app.db.read(TENANT, (sql) =>
        sql.query('delete from iot_upgrade_execution where tenant_id = $1', [TENANT.tenantId]),
      );
      const begin = await beginTask(app);
      let notices = 0;
      const engine = new UpgradeEngine(app, {
        reaches: () => true,
        send: (_device, _tail, payload, acknowledged) => {
          notices += JSON.stringify(payload).length > 0 ? 1 : 0;
          acknowledged?.();
          return true;
        },
      });
      const before = { node: cpuMs(process.pid), database: familyCpuMs(postmaster) };
      const began = performance.now();
      let turns = 0;
      for (let sent = -1; sent < notices; turns += 1) {
        sent = notices;
        await engine.turn();
      }
      const took = (performance.now() - began) / 1000;
      const node = (cpuMs(process.pid) - before.node) / notices;
      const postgres = (familyCpuMs(postmaster) - before.database) / notices;
      writeSection(projectDir, 'Upgrades', [
        ...conditionsTable(
          'npm run bench -- upgrades',
          `One task over ${DEVICES.toLocaleString('en')} devices that all can be reached. The engine takes its turns one after the other, not one a second; lines and devices are left out.`,
        ),
        ...valuesTable([
          { name: `a task of ${DEVICES.toLocaleString('en')} devices begins`, value: `${begin.toFixed(2)} s` },
          { name: 'notices', value: `${notices.toLocaleString('en')} in ${turns} turns` },
          { name: 'notices a second', value: Math.round(notices / took).toLocaleString('en') },
          {
            name: 'CPU a notice: Node, PostgreSQL',
            value: `${node.toFixed(2)} + ${postgres.toFixed(2)} ms`,
            goal: `Node ≤ ${CPU_GOAL_MS} ms`,
            isMet: node <= CPU_GOAL_MS,
          },
        ]),
      ]);
    } finally {
      await app.close();
    }
  });
}
