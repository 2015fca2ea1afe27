import { randomBytes } from 'node:crypto';
import { type App, inZone, productActor, transact } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { DeviceIdentity, DeviceLine } from '../../gateway/gate.server.ts';
import { registerLimitWords } from '../../records/log-words.rules.ts';
import type { KnownDevice, KnownModel } from '../known-device.server.ts';
import type { Presence } from '../presence/presence.server.ts';
import type { Registry } from '../registry.server.ts';

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 24;

type Work<T> = Parameters<typeof transact<T>>[2];

/**
 * Issues secrets to devices that have only the secret of their model. A secret is final once the device acknowledges it
 * or logs in with it. Until then a repeated request gets the same secret.
 */
export class SelfRegistration {
  readonly #app: App;
  readonly #registry: Registry;
  readonly #presence: Presence;
  /**
   * Pending request of each device key. Requests of one key run one after the other, so that only the first creates the
   * device.
   */
  readonly #waiting = new Map<string, Promise<void>>();
  /** When the limit of new devices of a model was last logged (milliseconds), by model. */
  readonly #limited = new Map<string, number>();

  constructor(app: App, registry: Registry, presence: Presence) {
    this.#app = app;
    this.#registry = registry;
    this.#presence = presence;
  }

  async #within<T>(tenantId: string, work: Work<T>): Promise<T> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    return transact(this.#app, productActor(this.#app, tenancy, 'devices'), work);
  }

  /** Send a device its secret on its connection. Close the connection if the device may not have a secret. */
  request(identity: DeviceIdentity, line: DeviceLine | undefined): Promise<void> {
    const before = this.#waiting.get(identity.deviceKey) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => this.#answer(identity, line));
    this.#waiting.set(identity.deviceKey, mine);
    const forget = (): void => {
      if (this.#waiting.get(identity.deviceKey) === mine) this.#waiting.delete(identity.deviceKey);
    };
    mine.then(forget, forget);
    return mine;
  }

  async #answer(identity: DeviceIdentity, line: DeviceLine | undefined): Promise<void> {
    const { tenantId, deviceKey, modelCode } = identity;
    const model = this.#registry.modelsOf(modelCode).find((one) => one.tenantId === tenantId);
    if (!model || !line) return;
    const secret = await this.#secretFor(model, deviceKey);
    const known = this.#registry.device(deviceKey);
    if (secret === null || !known) {
      line.end('notAllowed');
      return;
    }
    line.send('register', { deviceKey, deviceSecret: secret }, 1, () => this.delivered(known));
  }

  /**
   * Return the secret to send, for a new or known device. Null: it already has its secret, is of another model, needs
   * none, or too many new devices registered this hour.
   */
  async #secretFor(model: KnownModel, deviceKey: string): Promise<string | null> {
    const known = this.#registry.device(deviceKey);
    if (!known) return this.#create(model, deviceKey);
    const hasSecret = known.authType !== 'none' && known.authType !== 'x509';
    if (known.model.id !== model.id || known.isDisabled || !hasSecret) return null;
    if (known.secret === null) return this.#issueFirst(known);
    return known.isSecretPending ? this.#registry.secretOf(known) : null;
  }

  async #create(model: KnownModel, deviceKey: string): Promise<string | null> {
    const secret = newSecret();
    const id = await this.#within(model.tenantId, async (tx) => {
      await tx.lock(`iot model ${model.id}`);
      const limit = Number(await tx.parameter('iot.register.perHour'));
      const [{ n }] = await tx.sql.query<{ n: number }>(
        'select count(*)::int as n from iot_device where tenant_id = $1 and model_id = $2 and registered_time > $3',
        [tx.tenantId, model.id, inZone(this.#app.clock.ms() - HOUR_MS, tx.zone)],
      );
      if (n >= limit) return null;
      const row = await tx.create(device, {
        deviceKey,
        deviceName: deviceKey,
        modelId: model.id,
        deviceSecret: secret,
        isSecretPending: true,
        registeredTime: tx.now(),
      });
      return String((row as { id: unknown }).id);
    });
    if (id === null) {
      this.#logLimit(model, deviceKey);
      return null;
    }
    await this.#registry.refresh(model.tenantId, [id]);
    return secret;
  }

  /**
   * Issue the first secret of a device that was registered without one, for example by an import. Null: the device has
   * got a secret meanwhile.
   */
  async #issueFirst(known: KnownDevice): Promise<string | null> {
    const secret = newSecret();
    const isIssued = await this.#within(known.tenantId, async (tx) => {
      const [row] = await tx.lockRows(device, [known.id]);
      if (row.deviceSecret) return false;
      await tx.change(device, known.id, { deviceSecret: secret, isSecretPending: true }, [
        '设备凭产品密钥领取了自己的密钥',
        'The device got its secret by the secret of its model',
      ]);
      return true;
    });
    await this.#registry.refresh(known.tenantId, [known.id]);
    return isIssued ? secret : null;
  }

  /**
   * Record that a device has received its secret, so that it is not issued again. If the write fails, it is repeated at
   * the next login.
   */
  delivered(known: KnownDevice): void {
    const now = this.#registry.deviceOf(known.id);
    if (!now?.isSecretPending) return;
    now.isSecretPending = false;
    this.#within(now.tenantId, (tx) => tx.touch(device, [{ id: now.id, isSecretPending: false }])).catch(
      (error: unknown) => {
        now.isSecretPending = true;
        this.#app.report(error as Error);
      },
    );
  }

  #logLimit(model: KnownModel, deviceKey: string): void {
    const now = this.#app.clock.ms();
    if (now - (this.#limited.get(model.id) ?? -HOUR_MS) < HOUR_MS) return;
    this.#limited.set(model.id, now);
    this.#presence.log({
      device: null,
      tenantId: model.tenantId,
      logType: 'auth_fail',
      level: 'warn',
      content: registerLimitWords(model.code, deviceKey),
      payload: { reason: 'registerLimit', model: model.code, deviceKey },
      at: now,
    });
  }
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
