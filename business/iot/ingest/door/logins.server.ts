import { type DeviceLogin, isFresh } from '../../gateway/login.rules.ts';
import type { DeviceIdentity, LoginRefusal } from '../../gateway/gate.server.ts';
import { isPasswordOf } from '../../gateway/password.server.ts';
import { isPrivate } from '../../gateway/private-address.rules.ts';
import type { PresentedCertificate } from '../../gateway/peer.server.ts';
import type { KnownDevice } from '../known-device.server.ts';
import type { Registry } from '../registry.server.ts';

export interface LoginOptions {
  readonly registry: Registry;
  readonly now: () => number;
  /** Allow devices of models without authentication to connect from private addresses. */ readonly anonymous: boolean;
}

/** Proof of a login. `certificate`: the one of its TLS connection, whose private key it has. */
export interface LoginProof {
  readonly password: string;
  readonly address: string;
  readonly certificate?: PresentedCertificate | undefined;
}

/**
 * Return why a certificate is refused; null: it is that of the device, and valid now. No authority signs certificates
 * of devices, so that its dates are checked here.
 */
function refusalOfCertificate(
  { certFingerprint }: KnownDevice,
  certificate: PresentedCertificate | undefined,
  now: number,
): 'certificate' | 'expired' | null {
  if (!certificate || !certFingerprint || certificate.fingerprint !== certFingerprint) return 'certificate';
  return certificate.from <= now && now <= certificate.until ? null : 'expired';
}

/** Judges logins of devices by their secrets, or by that of a model whose devices register themselves. */
export class Logins {
  readonly #of: LoginOptions;

  constructor(of: LoginOptions) {
    this.#of = of;
  }

  judge(login: DeviceLogin, { password, address, certificate }: LoginProof): DeviceIdentity | LoginRefusal {
    const { registry, anonymous, now } = this.#of;
    const { modelCode, deviceKey } = login;
    const known = registry.device(deviceKey);
    if (!known || known.model.code !== modelCode) return this.#judgeStranger(login, password);
    if (known.isDisabled || known.model.isDisabled) return 'disabled';
    const identity: DeviceIdentity = { deviceId: known.id, tenantId: known.tenantId, modelCode, deviceKey };
    if (known.authType === 'x509') return refusalOfCertificate(known, certificate, now()) ?? identity;
    if (known.authType === 'none') return anonymous && isPrivate(address) ? identity : 'password';
    return this.#hasSecret(known, login, password) ? identity : this.#judgeStranger(login, password);
  }

  #hasSecret(known: KnownDevice, login: DeviceLogin, password: string): boolean {
    const { registry, now } = this.#of;
    if (!isFresh(login.ts, now(), known.model.clockless)) return false;
    const secret = registry.secretOf(known);
    return secret !== null && isPasswordOf(secret, login, password);
  }

  /**
   * Judge the login of an unknown device, or one that does not fit the secret of its device. With the secret of its
   * model a device may register; the matching secret also identifies the company.
   */
  #judgeStranger(login: DeviceLogin, password: string): DeviceIdentity | LoginRefusal {
    const { registry, now } = this.#of;
    for (const model of registry.modelsOf(login.modelCode)) {
      const secret = model.dynamicRegister && !model.isDisabled ? registry.productSecretOf(model) : null;
      if (secret === null || !isPasswordOf(secret, login, password) || !isFresh(login.ts, now(), model.clockless))
        continue;
      return {
        deviceId: `model ${model.id} ${login.deviceKey}`,
        tenantId: model.tenantId,
        modelCode: login.modelCode,
        deviceKey: login.deviceKey,
        isRegistering: true,
      };
    }
    return 'password';
  }
}
