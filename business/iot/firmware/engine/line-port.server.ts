import type { DeviceLine } from '../../gateway/gate.server.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { UpgradeMessage, UpgradePort } from './upgrade-port.server.ts';

interface Lines {
  deviceOf(id: string): KnownDevice | undefined;
  lineOf(id: string): DeviceLine | undefined;
}

/** Sends messages about upgrades on the connections of this process: of the device, or of its gateway. */
export class LinePort implements UpgradePort {
  readonly #lines: Lines;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  #lineTo(deviceId: string): { readonly line: DeviceLine; readonly child: string | null } | null {
    const own = this.#lines.lineOf(deviceId);
    if (own) return { line: own, child: null };
    const known = this.#lines.deviceOf(deviceId);
    const line = known?.parentId ? this.#lines.lineOf(known.parentId) : undefined;
    return line && known ? { line, child: known.key } : null;
  }

  reaches(deviceId: string): boolean {
    return this.#lineTo(deviceId) !== null;
  }

  send(deviceId: string, tail: string, payload: UpgradeMessage, acknowledged?: () => void): boolean {
    const to = this.#lineTo(deviceId);
    if (!to) return false;
    const isBytes = Buffer.isBuffer(payload);
    to.line.send(tail, isBytes || !to.child ? payload : { ...payload, dev: to.child }, isBytes ? 0 : 1, acknowledged);
    return true;
  }
}
