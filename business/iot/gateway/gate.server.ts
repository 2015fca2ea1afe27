import type { DownMessage } from './down-message.rules.ts';
import type { DeviceLogin } from './login.rules.ts';
import type { PresentedCertificate } from './peer.server.ts';

/** The device that has logged in on a connection. */
export interface DeviceIdentity {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly modelCode: string;
  readonly deviceKey: string;
  /** It logged in with the secret of its model, so it may only register. */ readonly isRegistering?: true;
  /** It is the account of a configuration: what it publishes are frames of devices. */
  readonly account?: { readonly connectionId: string; readonly topicFilter: string };
}

/** Login of the account of a configuration at the MQTT broker. */
export interface AccountLogin {
  readonly clientId: string;
  readonly account: string;
  readonly secret: string;
  readonly address: string;
}

/** Why a login is refused. */
export type LoginRefusal = 'password' | 'certificate' | 'expired' | 'banned' | 'unknown' | 'disabled' | 'away' | 'full';

/**
 * Callback with the result of a message. `isSafe` true: it is stored or, with the reason `refused`, was discarded for
 * good. False: it is not stored, so the device must send it again.
 */
export type MessageDone = (isSafe: boolean, refused?: string) => void;

/** A message to a device, and whether it was written to its connection. */
export interface SentMessage extends DownMessage {
  readonly written: Written;
}

/** The services that the connection of a device (`line`) needs. */
export interface Gate {
  /** Judge the login of a device. `certificate`: the one that it presented in the handshake. */
  login(
    login: DeviceLogin,
    password: string,
    address: string,
    certificate?: PresentedCertificate,
  ): Promise<DeviceIdentity | LoginRefusal>;
  /** Judge the login of an account; absent: there are none. */
  loginAccount?(login: AccountLogin): DeviceIdentity | LoginRefusal;
  /** A device has connected and logged in; an older connection of the same device is closed. */
  opened(device: DeviceIdentity, line: DeviceLine): void;
  /** A device has subscribed to topics, so messages for it can be delivered. */
  subscribed(device: DeviceIdentity, line: DeviceLine): void;
  /**
   * Return a command for a device that holds no connection, to be sent with the answer to its request; null: none.
   * `isSafe`: nobody else can read or change the answer.
   */
  takeCommand(device: DeviceIdentity, isSafe: boolean): Promise<DownMessage | null>;
  /** The connection is closed. `isClean`: the device disconnected by itself. */
  closed(device: DeviceIdentity, line: DeviceLine, isClean: boolean): void;
  /** Take a message. `done` is called when it is stored or refused; with a reason if no part of it was accepted. */
  message(device: DeviceIdentity, message: DeviceMessage, done: MessageDone): void;
  /** A message was sent to a device, or could not be. */
  sent?(device: DeviceIdentity, message: SentMessage): void;
  /** A device used a forbidden topic: write an entry in its log. */
  trespassed(device: DeviceIdentity, what: { readonly topic: string; readonly address: string }): void;
  /** A message was discarded unread: above the rate limit, or too large. */
  discarded(device: DeviceIdentity, reason: 'rate' | 'large'): void;
  /** Too many messages wait to be stored: connections stop reading until `whenRelieved` calls back. */
  readonly isFull: boolean;
  whenRelieved(go: () => void): void;
}

/** A message as received from a device. */
export interface DeviceMessage {
  /** Topic after `up/`. */ readonly tail: string;
  readonly payload: Uint8Array;
  readonly address: string;
  /**
   * Packet identifier. A message with the same identifier within a minute, marked as repeated (`isAgain`), is the same
   * message.
   */
  readonly packetId: number | null;
  readonly isAgain: boolean;
}

/**
 * Result of sending a command. `unheard`: the device has not subscribed to its topic. `full`: too many messages are not
 * acknowledged. `unencodable`: longer than the device takes.
 */
export type Written = 'written' | 'unheard' | 'full' | 'unencodable';

/** Why the server closes a connection. `kicked`: an engineer wants the device to connect again. */
export type LineEnd = 'takenOver' | 'notAllowed' | 'stopping' | 'kicked';

/** An open connection, on which messages can be sent to its device. */
export interface DeviceLine {
  readonly address: string;
  readonly since: number;
  /** Is the connection encrypted, or from a private address? Commands of high risk need it. */ readonly isSafe: boolean;
  /**
   * Send a message; `tail` is the topic after `down/`. `acknowledged` is called when the device acknowledges it
   * (quality 1).
   */
  send(tail: string, payload: unknown, qos: 0 | 1, acknowledged?: () => void): void;
  /** May a command be sent now: is its topic subscribed, and are few messages unacknowledged? */
  readiness(tail: string): 'ready' | 'unheard' | 'full';
  /**
   * Send a command (quality 1, or 0 if the device subscribed so). `acknowledged` is called when the device acknowledges
   * it.
   */
  command(message: DownMessage, acknowledged: () => void): Written;
  /** Close the connection: another one replaced it, the device is no longer allowed, or the server stops. */
  end(reason: LineEnd): void;
}
