import type { PointForm, PointValue } from '../points/value.rules.ts';
import type { Located } from './blocks.rules.ts';
import type { Transport } from './framing.rules.ts';
import type { ReadRequest } from './pdu.rules.ts';

/** A point of a unit as the bus reads and writes it. */
export interface BusPoint {
  readonly code: string;
  readonly span: Located;
  readonly form: PointForm;
  readonly isWritable: boolean;
  readonly readModifyWrite: boolean;
  /** Interval of its reads in milliseconds; absent: every poll reads it. */ readonly everyMs?: number;
}

/** A unit on the bus, by its number 0 to 255. */
export interface BusUnit {
  readonly unit: number;
  readonly points: readonly BusPoint[];
}

export interface BusOptions {
  readonly host: string;
  readonly port: number;
  readonly transport: Transport;
  readonly timeoutMs: number;
  /** How often a request without an answer is repeated, behind the other units of the round; absent: never. */
  readonly retries?: number;
  readonly units: readonly BusUnit[];
  /** The clock in milliseconds, by which pauses of silent units end. */ readonly now?: () => number;
}

/** One read of a point: its raw words, or the exception of its unit. */
export interface PointRead {
  readonly value: PointValue;
  readonly words: readonly number[] | null;
  /** Code of the exception; null: the unit answered. */ readonly exception: number | null;
}

/** Receiver of what a bus finds out. */
export interface BusEvents {
  /** Values by code of the point, after each poll of a unit. */
  values(unit: number, values: Readonly<Record<string, PointValue>>): void;
  /** A unit was silent three times in a row; its polls are paused. */
  offline(unit: number): void;
  /** The unit refuses this point with exception 2 or 3; it is not read again. */
  refused(unit: number, block: ReadRequest, code: number): void;
  /** A poll failed for another reason: an exception such as busy, or the connection. */
  fault(unit: number, error: unknown): void;
  /** All reads of a poll, refused ones too. */ reads?(unit: number, reads: Readonly<Record<string, PointRead>>): void;
  /** A unit answered its first request since it was silent or the bus began. */ online?(unit: number): void;
  /** The poll of a unit began so many milliseconds after it was due. */ late?(unit: number, ms: number): void;
  /** Bytes that came or went. `verdict`: ok, or the exception of an answer. */
  frame?(direction: 'up' | 'down', unit: number, bytes: Uint8Array, verdict: string): void;
  /** The connection was opened, or failed; polls go on when it is open again. */
  line?(isOpen: boolean, reason: string | null): void;
}

/** Result of a write. `refused`: nothing was sent. */
export type WriteResult =
  | { readonly result: 'done'; readonly value: PointValue }
  | { readonly result: 'refused'; readonly reason: 'unknown' | 'readOnly' | 'part' | 'range' }
  | { readonly result: 'failed'; readonly reason: string };
