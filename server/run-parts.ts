import { printed } from '#kernel/server/http/answer-log.ts';
import type { App } from '#kernel/server/app.ts';
import { OwnedPart } from '#kernel/server/jobs/parts/owned-part.ts';
import type { ProcessPart } from '#kernel/server/jobs/parts/part.ts';
import type { Settings } from '#kernel/server/settings/settings.ts';
import { appSettings, openApp, partsNamed, startBackground } from './assemble.ts';
import { openLines } from './lines.ts';
import { openOpsServer } from './ops-server.ts';

/** What a process without calls needs. */
interface RunPartsOptions {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly parts: readonly ProcessPart['name'][];
  /** Also jobs and events. */
  readonly works: boolean;
  say(line: readonly [zh: string, en: string]): void;
}

/** Runs parts, and jobs where asked, without calls; answers how to end them. One process a database has each part, and no part waits for another. */
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
  startBackground(app, { appUrl, works });
  owned.push(...partsNamed(parts).map((part) => new OwnedPart(app, part, { ...settings, say })));
  // Beside the calls of the same product, those answer.
  const port = settings.role === 'all' ? 0 : settings.opsPort;
  const ops = openOpsServer({ app, host: settings.host, port, parts: owned, say });
  await Promise.all(owned.map((part) => part.start()));
  for (const part of owned) part.ended.catch(crash);
  return async () => {
    ops.drain();
    await Promise.all(owned.map((part) => part.stop()));
    await Promise.all([line.stop(), changes.stop()]);
    await Promise.all([app.jobs.stop(), app.outbox.stop(), app.due.stop()]);
    await ops.stop();
    await app.close();
  };
}

/** End the process: a part that cannot start again is begun by the next one. */
function crash(error: Error): never {
  console.error(printed(error));
  process.exit(1);
}
