import { type App, everyCompany, type Sql } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import type { ModelSchema, SchemaAttribute } from '../models/model-schema.rules.ts';
import type { ModuleVersions } from '../firmware/versions/version.rules.ts';
import { DeviceNames } from './device-names.server.ts';
import { thingModel } from '../models/thing-model.paper.ts';
import type { KnownDevice, KnownModel, KnownVersion } from './known-device.server.ts';
import { type PropertySchema, type ValidateMode, compileModel } from './property-check.rules.ts';

interface ModelRow {
  readonly id: string;
  readonly code: string;
  readonly validateMode: ValidateMode | null;
  readonly reportIntervalSec: number;
  readonly dynamicRegister: boolean | null;
  readonly clockless: boolean | null;
  readonly productSecret: string | null;
  readonly modelStatus: string;
}

interface VersionRow {
  readonly modelId: string;
  readonly versionNo: number;
  readonly schema: ModelSchema;
}

interface DeviceRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly mac: string | null;
  readonly serial: string | null;
  readonly modelId: string;
  readonly version: number | null;
  readonly parentId: string | null;
  readonly householdId: string | null;
  readonly roomAddressId: string | null;
  readonly ownedSince: number | null;
  readonly authType: string | null;
  readonly certFingerprint: string | null;
  readonly secret: string | null;
  readonly isSecretPending: boolean | null;
  readonly instanceStatus: string;
  readonly onlineStatus: string | null;
  readonly onlineSince: number | null;
  readonly firmware: string | null;
  readonly modules: ModuleVersions;
  readonly extensions: unknown;
  readonly isDeleted: number;
}

const propertyOf = (one: SchemaAttribute): PropertySchema => ({
  identifier: one.identifier,
  dataType: one.dataType ?? 'text',
  specs: (one.specs ?? {}) as Readonly<Record<string, unknown>>,
  storage: (one.storage ?? 'history') as PropertySchema['storage'],
  deadband: one.deadband === null || one.deadband === undefined ? null : Number(one.deadband),
  maxSilentSec: one.maxSilentSec ?? 900,
  attribute: one,
});

/** Compile the schema of a model version. */
export function compiledVersion({ attributes }: ModelSchema): KnownVersion {
  const properties = attributes.filter((one) => one.attrType === 'property').map(propertyOf);
  return {
    properties: compileModel(properties),
    kept: properties.filter((one) => one.storage !== 'none').length,
    events: new Set(attributes.filter((one) => one.attrType === 'event').map((one) => one.identifier)),
  };
}

type Living = Pick<KnownDevice, 'isOnline' | 'onlineSince' | 'stored' | 'lastHeard' | 'recentIds' | 'modules'>;

/** Return the state of a device that a reload from the database must not lose. */
const livingOf = ({ isOnline, onlineSince, stored, lastHeard, recentIds, modules }: KnownDevice): Living => ({
  isOnline,
  onlineSince,
  stored,
  lastHeard,
  recentIds,
  modules,
});

/** Return the state of a device that is new in this process. */
function begunOf({ onlineStatus, onlineSince, modules }: DeviceRow): Living {
  const isOnline = onlineStatus === 'online';
  return {
    isOnline,
    onlineSince: isOnline ? onlineSince : null,
    stored: new Map(),
    lastHeard: 0,
    recentIds: null,
    modules,
  };
}

/** Used for a model without a published version: all values are unknown. */
const NO_VERSION: KnownVersion = { properties: new Map(), kept: 0, events: new Set() };

/**
 * Devices and models of all companies, in memory. So a message needs no query, and devices can log in while the
 * database is unavailable.
 */
export class Registry {
  readonly #app: App;
  readonly #byKey = new Map<string, KnownDevice>();
  readonly #byId = new Map<string, KnownDevice>();
  readonly #names = new DeviceNames();
  readonly #children = new Map<string, Set<KnownDevice>>();
  readonly #models = new Map<string, KnownModel>();

  constructor(app: App) {
    this.#app = app;
  }

  device(key: string): KnownDevice | undefined {
    return this.#byKey.get(key);
  }

  deviceOf(id: string): KnownDevice | undefined {
    return this.#byId.get(id);
  }

  /** Return the device of a company that a frame names by its key, its MAC or its serial number. */
  named(tenantId: string, id: string): KnownDevice | undefined {
    const own = this.#byKey.get(id);
    if (own?.tenantId === tenantId) return own;
    const other = this.#byKey.get(id.toLowerCase());
    return other?.tenantId === tenantId ? other : this.#names.find(tenantId, id);
  }

  childrenOf(id: string): Iterable<KnownDevice> {
    return this.#children.get(id) ?? [];
  }

  /** Return the models of this code in all companies. The secret that matches the login decides which one is meant. */
  modelsOf(code: string): KnownModel[] {
    return [...this.#models.values()].filter((model) => model.code === code);
  }

  versionOf(known: KnownDevice): KnownVersion {
    return known.model.versions.get(known.version) ?? known.model.versions.get(known.model.newest) ?? NO_VERSION;
  }

  get devices(): Iterable<KnownDevice> {
    return this.#byId.values();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Read devices and models of all companies. */
  async load(): Promise<void> {
    for (const tenantId of await everyCompany(this.#app)) await this.loadCompany(tenantId);
  }

  async loadCompany(tenantId: string): Promise<void> {
    await this.#within(tenantId, async (sql) => {
      await this.#readModels(sql, tenantId);
      const before = [...this.#byId.values()].filter((known) => known.tenantId === tenantId);
      const there = await this.#readDevices(sql, tenantId);
      for (const known of before) if (!there.has(known.id)) this.#forget(known);
    });
  }

  async #within(tenantId: string, work: (sql: Sql) => Promise<void>): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    await this.#app.db.read(tenancy, work);
  }

  async #readModels(sql: Sql, tenantId: string): Promise<void> {
    const models = await sql.query<ModelRow>(
      `select id::text as id, model_code as code, validate_mode as "validateMode", report_interval_sec as "reportIntervalSec",
         dynamic_register as "dynamicRegister", clockless, product_secret as "productSecret", model_status as "modelStatus"
       from iot_thing_model where tenant_id = $1 and is_deleted = 0`,
      [tenantId],
    );
    const versions = Map.groupBy(
      await sql.query<VersionRow>(
        'select model_id::text as "modelId", version_no as "versionNo", schema from iot_thing_model_version where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
      (one) => one.modelId,
    );
    for (const [id, known] of this.#models) if (known.tenantId === tenantId) this.#models.delete(id);
    for (const one of models) this.#models.set(one.id, this.#modelOf(one, tenantId, versions.get(one.id) ?? []));
    for (const known of this.#byId.values()) {
      const model = this.#models.get(known.model.id);
      if (known.tenantId === tenantId && model) (known as { model: KnownModel }).model = model;
    }
  }

  #modelOf(row: ModelRow, tenantId: string, versions: readonly VersionRow[]): KnownModel {
    return {
      id: row.id,
      tenantId,
      code: row.code,
      validateMode: row.validateMode ?? 'loose',
      reportIntervalSec: row.reportIntervalSec,
      dynamicRegister: row.dynamicRegister ?? false,
      clockless: row.clockless ?? false,
      productSecret: row.productSecret,
      versions: new Map(versions.map((one) => [one.versionNo, compiledVersion(one.schema)])),
      newest: Math.max(0, ...versions.map((one) => one.versionNo)),
      isDisabled: row.modelStatus === 'disabled',
    };
  }

  /** Read devices of a company, all or those of `ids`; return the ids found. */
  async #readDevices(sql: Sql, tenantId: string, ids?: readonly string[]): Promise<Set<string>> {
    const rows = await sql.query<DeviceRow>(
      `select id::text as id, device_key as key, device_name as name, mac, serial_number as serial, model_id::text as "modelId", model_version as version, parent_id::text as "parentId",
         household_id::text as "householdId", room_address_id::text as "roomAddressId", (extract(epoch from owned_since) * 1000)::float8 as "ownedSince", auth_type as "authType", cert_fingerprint as "certFingerprint",
         device_secret as secret, is_secret_pending as "isSecretPending", instance_status as "instanceStatus",
         online_status as "onlineStatus", (extract(epoch from last_online_time) * 1000)::float8 as "onlineSince", firmware_version as firmware, coalesce(module_versions, '{}'::jsonb) as modules, ext_config as extensions, is_deleted as "isDeleted"
       from iot_device where tenant_id = $1 and ${ids ? 'id = any($2::bigint[])' : 'is_deleted = 0'}`,
      ids ? [tenantId, ids] : [tenantId],
    );
    for (const row of rows) this.#know(row, tenantId);
    return new Set(rows.map(({ id }) => id));
  }

  #know(row: DeviceRow, tenantId: string): void {
    const before = this.#byId.get(row.id);
    if (before) this.#forget(before);
    const model = this.#models.get(row.modelId);
    if (row.isDeleted !== 0 || row.instanceStatus === 'retired' || !model) return;
    const known: KnownDevice = {
      ...row,
      tenantId,
      model,
      version: row.version ?? model.newest,
      isSecretPending: row.isSecretPending === true,
      isActive: row.instanceStatus !== 'inactive',
      isDisabled: row.instanceStatus === 'disabled',
      ...(before ? livingOf(before) : begunOf(row)),
    };
    this.#byId.set(known.id, known);
    this.#byKey.set(known.key, known);
    this.#names.add(known);
    if (known.parentId) {
      const others = this.#children.get(known.parentId) ?? new Set();
      this.#children.set(known.parentId, others.add(known));
    }
  }

  #forget(known: KnownDevice): void {
    this.#byId.delete(known.id);
    this.#names.remove(known);
    if (this.#byKey.get(known.key) === known) this.#byKey.delete(known.key);
    if (known.parentId) this.#children.get(known.parentId)?.delete(known);
  }

  /** Reload devices by id; remove those that were deleted or retired. */
  async refresh(tenantId: string, ids: readonly string[]): Promise<void> {
    await this.#within(tenantId, async (sql) => {
      await this.#readDevices(sql, tenantId, ids);
    });
  }

  async refreshModels(tenantId: string): Promise<void> {
    await this.#within(tenantId, (sql) => this.#readModels(sql, tenantId));
  }

  /** Return the secret of a device in clear text; null: it has none. */
  secretOf({ tenantId, secret }: KnownDevice): string | null {
    return secret && this.#app.vault.open(secret, { tenantId, paper: device, field: 'deviceSecret' });
  }

  productSecretOf({ tenantId, productSecret }: KnownModel): string | null {
    return (
      productSecret && this.#app.vault.open(productSecret, { tenantId, paper: thingModel, field: 'productSecret' })
    );
  }
}
