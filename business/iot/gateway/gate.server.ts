import type { DeviceLogin } from './login.rules.ts';

/** A device as its line knows it. */
export interface DeviceIdentity {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly modelCode: string;
  readonly deviceKey: string;
  /** Knows only the secret of its model: it may register, and nothing else. */ readonly isRegistering?: true;
}

/** Why a device is not let in. */
export type LoginRefusal = 'password' | 'banned' | 'unknown' | 'disabled' | 'away' | 'full';

/** A message that is not safe comes again; one that is refused would be no better the next time. */
export type MessageDone = (isSafe: boolean, refused?: string) => void;

/** What a line asks of the product behind it. */
export interface Gate {
  login(login: DeviceLogin, password: string, address: string): Promise<DeviceIdentity | LoginRefusal>;
  /** A line of a device stands; an older one of the same device is closed by its owner. */
  opened(device: DeviceIdentity, line: DeviceLine): void;
  /** It is gone. `isClean`: the device said goodbye. */
  closed(device: DeviceIdentity, line: DeviceLine, isClean: boolean): void;
  /** Takes a message; `done(true)` when it is safe, with a reason where nothing of it was taken. */
  message(device: DeviceIdentity, message: DeviceMessage, done: MessageDone): void;
  /** Somebody tried what he may not: an entry in the log of the device. */
  trespassed(device: DeviceIdentity, what: { readonly topic: string; readonly address: string }): void;
  /** A message was thrown away before it was read, and why. */
  discarded(device: DeviceIdentity, reason: 'rate' | 'large'): void;
  /** No room for more: lines read no further until `whenRelieved`. */
  readonly isFull: boolean;
  whenRelieved(go: () => void): void;
}

/** What a device sent, as it came. */
export interface DeviceMessage {
  /** Behind `up/`. */ readonly tail: string;
  readonly payload: Uint8Array;
  readonly address: string;
  /** The same number, marked as sent again, within a minute is the same message. */
  readonly packetId: number | null;
  readonly isAgain: boolean;
}

/** A line that stands, on which its device can be told something. */
export interface DeviceLine {
  readonly address: string;
  readonly since: number;
  /** `tail` behind `down/`. `acknowledged` is called where the device confirms a message of quality 1. */
  send(tail: string, payload: unknown, qos: 0 | 1, acknowledged?: () => void): void;
  /** Another line took its place, or the device may come no more. */
  end(reason: 'takenOver' | 'notAllowed' | 'stopping'): void;
}
