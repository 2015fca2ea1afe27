import type { App, Sql } from '#kernel/server';
import type { DeviceLine } from '../../gateway/gate.server.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import { isReported } from '../content/content-value.rules.ts';
import type { Shadow } from './reached.server.ts';
import { DESIRED_HOURS } from './send-desired.server.ts';

interface Options {
  readonly app: App;
  readonly registry: Pick<Registry, 'deviceOf' | 'versionOf'>;
  readonly lineOf: (deviceId: string) => DeviceLine | undefined;
}

type Found = Pick<Shadow, 'desired' | 'meta' | 'version'> & {
  readonly reported: Readonly<Record<string, unknown>> | null;
};

const readFound = async (sql: Sql, { tenantId, id }: KnownDevice): Promise<Found> => {
  const [row] = await sql.query<Found>(
    `select coalesce(s.desired, '{}') as desired, coalesce(s.meta, '{}') as meta, coalesce(s.version, 0) as version, l.data as reported
     from iot_device d left join iot_device_shadow s on s.tenant_id = d.tenant_id and s.device_id = d.id
     left join iot_device_latest l on l.tenant_id = d.tenant_id and l.device_id = d.id and (d.owned_since is null or l.ts >= d.owned_since)
     where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  );
  return row ?? { desired: {}, meta: {}, version: 0, reported: null };
};

/**
 * Answers devices that ask for their wanted values: `up/shadow/get` gets `down/shadow`. The difference to the reported
 * values has no values that have waited for too long.
 */
export class ShadowAnswers {
  readonly #of: Options;
  /** Devices whose request is being answered; further requests of them are dropped. */
  readonly #asking = new Set<string>();

  constructor(of: Options) {
    this.#of = of;
  }

  /** Answer a device on its connection, or a sub-device on that of its gateway. */
  answer(known: KnownDevice, carrierId: string): void {
    if (this.#asking.has(known.id)) return;
    this.#asking.add(known.id);
    this.#answer(known, carrierId)
      .catch((error: unknown) => this.#of.app.report(error as Error))
      .finally(() => this.#asking.delete(known.id));
  }

  async #answer(known: KnownDevice, carrierId: string): Promise<void> {
    const { app, lineOf } = this.#of;
    const tenancy = (await app.ports.tenancy(known.tenantId)) ?? { tenantId: known.tenantId, zone: 'Asia/Shanghai' };
    const hours = Number(await app.ports.parameter(known.tenantId, DESIRED_HOURS)) || 24;
    const oldest = app.clock.ms() / 1000 - hours * 3600;
    const found = await app.db.read(tenancy, (sql) => readFound(sql, known));
    const isChild = carrierId !== known.id;
    const payload = { version: found.version, desired: found.desired, delta: this.#deltaOf(known, found, oldest) };
    lineOf(carrierId)?.send(isChild ? 'sub/shadow' : 'shadow', isChild ? { dev: known.key, ...payload } : payload, 1);
  }

  #deltaOf(known: KnownDevice, { desired, meta, reported }: Found, oldest: number): Record<string, unknown> {
    const { properties } = this.#of.registry.versionOf(known);
    return Object.fromEntries(
      Object.entries(desired).filter(([key, wanted]) => {
        const isReached =
          reported?.[key] !== undefined && isReported(properties.get(key)?.schema.specs ?? {}, reported[key], wanted);
        return !isReached && (meta[key]?.at ?? 0) > oldest;
      }),
    );
  }
}
