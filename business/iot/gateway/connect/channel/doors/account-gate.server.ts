import type { DownMessage } from '../../../down-message.rules.ts';
import type {
  AccountLogin,
  DeviceIdentity,
  DeviceLine,
  DeviceMessage,
  Gate,
  LoginRefusal,
  MessageDone,
  SentMessage,
} from '../../../gate.server.ts';
import type { AccountLines } from './account-lines.server.ts';

/** The gate of devices, and beside it that of accounts: each line is served by the one that it logged in to. */
export class AccountGate implements Gate {
  readonly #devices: Gate;
  readonly #accounts: AccountLines;
  readonly login: Gate['login'];

  constructor(devices: Gate, accounts: AccountLines) {
    this.#devices = devices;
    this.#accounts = accounts;
    this.login = (...login) => devices.login(...login);
  }

  loginAccount(login: AccountLogin): DeviceIdentity | LoginRefusal {
    return this.#accounts.login(login);
  }

  opened(identity: DeviceIdentity, line: DeviceLine): void {
    (identity.account ? this.#accounts : this.#devices).opened(identity, line);
  }

  subscribed(identity: DeviceIdentity, line: DeviceLine): void {
    if (!identity.account) this.#devices.subscribed(identity, line);
  }

  takeCommand(identity: DeviceIdentity, isSafe: boolean): Promise<DownMessage | null> {
    return this.#devices.takeCommand(identity, isSafe);
  }

  closed(identity: DeviceIdentity, line: DeviceLine, isClean: boolean): void {
    if (identity.account) this.#accounts.closed(identity);
    else this.#devices.closed(identity, line, isClean);
  }

  message(identity: DeviceIdentity, message: DeviceMessage, done: MessageDone): void {
    (identity.account ? this.#accounts : this.#devices).message(identity, message, done);
  }

  sent(identity: DeviceIdentity, message: SentMessage): void {
    if (!identity.account) this.#devices.sent?.(identity, message);
  }

  trespassed(identity: DeviceIdentity, what: { readonly topic: string; readonly address: string }): void {
    (identity.account ? this.#accounts : this.#devices).trespassed(identity, what);
  }

  discarded(identity: DeviceIdentity, reason: 'rate' | 'large'): void {
    (identity.account ? this.#accounts : this.#devices).discarded(identity, reason);
  }

  get isFull(): boolean {
    return this.#devices.isFull;
  }

  whenRelieved(go: () => void): void {
    this.#devices.whenRelieved(go);
  }
}
