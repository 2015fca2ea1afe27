/**
 * The way of the engine to devices. It knows nothing of lines and topics, so the dispatcher of commands can take its
 * place.
 */
export interface UpgradePort {
  /** Can the device be reached now, by its own connection or by that of its gateway? */
  reaches(deviceId: string): boolean;
  /** Send a message to a device; `acknowledged` is called when it has arrived. False: it could not be sent. */
  send(deviceId: string, tail: string, payload: UpgradeMessage, acknowledged?: () => void): boolean;
}

/** A message to a device: bytes, or an object to which a sub-device's key is added. */
export type UpgradeMessage = Buffer | Readonly<Record<string, unknown>>;
