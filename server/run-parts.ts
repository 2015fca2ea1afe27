import { printed } from '#kernel/server/http/answer-log.ts';
import type { App } from '#kernel/server/app.ts';
import { ArrivalWatch } from '#kernel/server/jobs/arrival.ts';
import { OwnedPart } from '#kernel/server/jobs/parts/owned-part.ts';
import type { ProcessPart } from '#kernel/server/jobs/parts/part.ts';
import type { Settings } from '#kernel/server/settings/settings.ts';
import { appSettings, openApp, partsNamed, startBackground } from './assemble.ts';
import { openLines } from './lines.ts';
import { openOpsServer } from './ops-server.ts';

/** Options of a process that serves no calls: a gateway, a worker, or the process of the devices. */
interface RunPartsOptions {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly parts: readonly ProcessPart['name'][];
  /** True: jobs and events run in this process too. */
  readonly works: boolean;
  say(line: readonly [zh: string, en: string]): void;
}

/**
 * Run background parts (such as the device gateway) in a process that serves no calls; with `works` also jobs and
 * events. Return a function that stops everything. Each part runs in one process per database; starting one part does
 * not wait for another.
 */
export async function runParts({
  appUrl,
  dataDir,
  settings,
  parts,
  works,
  say,
}: RunPartsOptions): Promise<() => Promise<void>> {
  const owned: OwnedPart[] = [];
  const { changes, line } = openLines(appUrl, {
    app: () => app,
    hear: (change) => {
      app.heard(change);
      for (const part of owned) part.heard(change);
    },
    works,
  });
  const app: App = await openApp({
    appUrl,
    dataDir,
    keys: settings.keys,
    ...appSettings(settings),
    changes,
    notifyPerson: (tenantId, personId, data) => changes.publish(tenantId, personId, data),
    report: (error) => console.error(printed(error)),
  });
  line.start();
  const watch = new ArrivalWatch();
  startBackground(app, { appUrl, works }, watch.over(app));
  owned.push(...partsNamed(parts).map((part) => new OwnedPart(app, part, { ...settings, say })));
  // With role `all` the process with the calls answers health checks.
  const port = settings.role === 'all' ? 0 : settings.opsPort;
  const ops = openOpsServer({ app, host: settings.host, port, parts: owned, say });
  await Promise.all(owned.map((part) => part.start()));
  for (const part of owned) part.ended.catch(crash);
  return async () => {
    ops.drain();
    watch.stop();
    await Promise.all(owned.map((part) => part.stop()));
    await Promise.all([line.stop(), changes.stop()]);
    await Promise.all([app.jobs.stop(), app.outbox.stop(), app.due.stop()]);
    await ops.stop();
    await app.close();
  };
}

/** Exit with an error: a part ended that cannot start again in this process. */
function crash(error: Error): never {
  console.error(printed(error));
  process.exit(1);
}
