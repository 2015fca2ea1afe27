import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { KnownDevice, KnownVersion } from '../../ingest/known-device.server.ts';
import type { DeviceEffect } from '../engine/hot-device.rules.ts';
import type { FrameMoment } from './stored-frame.rules.ts';

/** An effect of a rule, with the device and the message (entry) that caused it. */
export interface AlarmEffect extends DeviceEffect {
  readonly device: KnownDevice;
  readonly entry: LaneEntry;
  /** The message that started the hold time of a raised alarm; undefined: no hold time. */
  readonly cause?: FrameMoment;
}

/** Lookups and clock for writing alarms. */
export interface AlarmWorld {
  readonly zone: string;
  versionOf(device: KnownDevice): KnownVersion;
  parentOf(device: KnownDevice): KnownDevice | undefined;
  /** Milliseconds by the platform's clock. */ now(): number;
}
