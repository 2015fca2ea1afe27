import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { KnownDevice, KnownVersion } from '../../ingest/known-device.server.ts';
import type { DeviceEffect } from '../engine/hot-device.rules.ts';
import type { FrameMoment } from './stored-frame.rules.ts';

/** Result of a rule on a moment of a device. */
export interface AlarmEffect extends DeviceEffect {
  readonly device: KnownDevice;
  readonly entry: LaneEntry;
  /** The message that began what is raised now only, after its hold. */ readonly cause?: FrameMoment;
}

/** Inputs of writing alarms besides the transaction. */
export interface AlarmWorld {
  readonly zone: string;
  versionOf(device: KnownDevice): KnownVersion;
  parentOf(device: KnownDevice): KnownDevice | undefined;
  /** Milliseconds by the clock of the platform. */ now(): number;
}
