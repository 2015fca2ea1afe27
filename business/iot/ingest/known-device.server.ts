import type { CompiledModel, ValidateMode } from './property-check.rules.ts';
import type { StoredValues } from './dead-band.rules.ts';

/** One version of a thing model, made ready for messages. */
export interface KnownVersion {
  readonly properties: CompiledModel;
  /** How many of them a current state holds: a message with as many is a whole one. */ readonly kept: number;
  readonly events: ReadonlySet<string>;
}

/** A thing model as lines and lanes know it. */
export interface KnownModel {
  readonly id: string;
  readonly tenantId: string;
  readonly code: string;
  readonly validateMode: ValidateMode;
  readonly reportIntervalSec: number;
  readonly dynamicRegister: boolean;
  /** May its devices sign `ts=0`? */ readonly clockless: boolean;
  /** Sealed. */ readonly productSecret: string | null;
  readonly versions: ReadonlyMap<number, KnownVersion>;
  readonly newest: number;
  readonly isDisabled: boolean;
}

/** A device as lines and lanes know it: what a message needs without asking the database. */
export interface KnownDevice {
  readonly id: string;
  readonly tenantId: string;
  readonly key: string;
  readonly name: string;
  readonly mac: string | null;
  readonly model: KnownModel;
  version: number;
  readonly parentId: string | null;
  readonly householdId: string | null;
  readonly roomAddressId: string | null;
  /** Since when its present home has it (milliseconds); null: nobody else ever did. */ readonly ownedSince:
    number | null;
  readonly authType: string | null;
  /** Sealed. */ readonly secret: string | null;
  /** It registered itself and has not confirmed its secret. */ isSecretPending: boolean;
  /** What is kept of it, by key. */ readonly extensions: unknown;
  isActive: boolean;
  readonly isDisabled: boolean;
  isOnline: boolean;
  /** Since when (milliseconds); null while it is away. */ onlineSince: number | null;
  /** What history last took, for dead bands. */ readonly stored: StoredValues;
  /** When anything valid came last (milliseconds). */ lastHeard: number;
  /** Firmware as last told. */ firmware: string | null;
  /** Numbers of messages without a moment of their own, lately taken. */ recentIds: Map<string, number> | null;
}
