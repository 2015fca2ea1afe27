import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { PointForm, PointValue } from '../points/value.rules.ts';

/** A unit on a bus: its number 0 to 255, or the address of a meter. */
export type UnitId = number | string;

/** A point of a unit as the bus reads and writes it. `address`: its place in the protocol of the bus. */
export interface BusPoint {
  readonly code: string;
  readonly address: string;
  readonly form: PointForm;
  readonly isWritable: boolean;
  readonly readModifyWrite: boolean;
  /** Interval of its reads in milliseconds; absent: every poll reads it. */ readonly everyMs?: number;
}

export interface BusUnit {
  readonly unit: UnitId;
  readonly points: readonly BusPoint[];
}

export interface BusOptions {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  /** How often a request without an answer is repeated, behind the other units of the round; absent: never. */
  readonly retries?: number;
  readonly units: readonly BusUnit[];
  /** The clock in milliseconds, by which pauses of silent units end. */ readonly now?: () => number;
}

/** One read of a point: its raw bytes in hex, or the exception of its unit. */
export interface PointRead {
  readonly value: PointValue;
  readonly words: string | null;
  /** Code of the exception; null: the unit answered. */ readonly exception: number | null;
}

/** Receiver of what a bus finds out. */
export interface BusEvents {
  /** Values by code of the point, after each poll of a unit. */
  values(unit: UnitId, values: Readonly<Record<string, PointValue>>): void;
  /** A unit was silent three times in a row; its polls are paused. */
  offline(unit: UnitId): void;
  /** The unit refuses these addresses with an exception; they are read again after an hour. */
  refused(unit: UnitId, addresses: readonly string[], code: number): void;
  /** A poll failed for another reason: an exception such as busy, or the connection. */
  fault(unit: UnitId, error: unknown): void;
  /** All reads of a poll, refused ones too. */ reads?(unit: UnitId, reads: Readonly<Record<string, PointRead>>): void;
  /** A unit answered its first request since it was silent or the bus began. */ online?(unit: UnitId): void;
  /** The poll of a unit began so many milliseconds after it was due. */ late?(unit: UnitId, ms: number): void;
  /** Bytes that came or went. `verdict`: ok, or the exception of an answer. */
  frame?(direction: 'up' | 'down', unit: UnitId, bytes: Uint8Array, verdict: string): void;
  /** The connection was opened, or failed; polls go on when it is open again. */
  line?(isOpen: boolean, reason: LocalizedText | null): void;
  /** An answer was not used, and why. */ wrong?(unit: UnitId, words: Label): void;
}

/** A bus with its units, whatever protocol they speak. Its requests share one queue. */
export interface PolledBus {
  /** Address of the host; empty while it is not connected. */ readonly address: string;
  readonly isOpen: boolean;
  /** Serve these units from now on. The state of a unit stays while its points stay. */
  follow(units: readonly BusUnit[]): void;
  /** Dial the host, unless it is connected. */ begin(): Promise<void>;
  /** Read what is due, and return the milliseconds until something is due again. */ pollDue(): Promise<number>;
  /** Read a unit now, whatever is due. */ readUnit(unit: UnitId): Promise<void>;
  write(unit: UnitId, code: string, value: PointValue): Promise<WriteResult>;
  /** Return which of these units answer. Nothing is written to them. */ scan(
    units: readonly number[],
  ): Promise<number[]>;
  close(): void;
}

/** Result of a write. `refused`: nothing was sent. */
export type WriteResult =
  | { readonly result: 'done'; readonly value: PointValue }
  | { readonly result: 'refused'; readonly reason: 'unknown' | 'readOnly' | 'part' | 'range' }
  | { readonly result: 'failed'; readonly reason: string };
