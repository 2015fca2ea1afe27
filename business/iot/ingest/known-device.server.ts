import type { CompiledModel, ValidateMode } from './property-check.rules.ts';
import type { ModuleVersions } from '../firmware/versions/version.rules.ts';
import type { StoredValues } from './judge/dead-band.rules.ts';

/** One version of a thing model, compiled for checking messages. */
export interface KnownVersion {
  readonly properties: CompiledModel;
  /** Number of stored properties: a message with as many replaces the whole current state. */ readonly kept: number;
  readonly events: ReadonlySet<string>;
}

/** A thing model in memory. */
export interface KnownModel {
  readonly id: string;
  readonly tenantId: string;
  readonly code: string;
  readonly validateMode: ValidateMode;
  readonly reportIntervalSec: number;
  readonly dynamicRegister: boolean;
  /** May its devices send 0 as the time of a login, because they have no clock? */ readonly clockless: boolean;
  /** Secret of the model, sealed; null: none. */ readonly productSecret: string | null;
  readonly versions: ReadonlyMap<number, KnownVersion>;
  readonly newest: number;
  readonly isDisabled: boolean;
}

/** A device in memory, so that a message needs no query before it is written. */
export interface KnownDevice {
  readonly id: string;
  readonly tenantId: string;
  readonly key: string;
  readonly name: string;
  readonly mac: string | null;
  readonly serial: string | null;
  readonly model: KnownModel;
  version: number;
  readonly parentId: string | null;
  readonly householdId: string | null;
  readonly roomAddressId: string | null;
  /** When the present home got the device (milliseconds); null: it was never in another home. */ readonly ownedSince:
    number | null;
  readonly authType: string | null;
  /** SHA-256 of its certificate in hex; null: none. */ readonly certFingerprint: string | null;
  /** Secret of the device, sealed; null: none. */ readonly secret: string | null;
  /** The device registered itself and has not confirmed its secret yet. */ isSecretPending: boolean;
  /** Extension values by key, as stored. */ readonly extensions: unknown;
  isActive: boolean;
  readonly isDisabled: boolean;
  isOnline: boolean;
  /** Since when the device is online (milliseconds); null: offline. */ onlineSince: number | null;
  /** Last values stored in history, for dead bands. */ readonly stored: StoredValues;
  /** Arrival of the last valid message (milliseconds); 0: none in this process. */ lastHeard: number;
  /** Firmware that the device reported last. */ firmware: string | null;
  /** Versions of its modules, as it reported them. */ modules: ModuleVersions;
  /** Arrival time of recent messages by their id, to recognize repeats; null: none yet. */
  recentIds: Map<string, number> | null;
}
