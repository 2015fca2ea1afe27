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
  readonly units: readonly BusUnit[];
  /** The clock in milliseconds, by which pauses of silent units end. */ readonly now?: () => number;
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
}

/** Result of a write. `refused`: nothing was sent. */
export type WriteResult =
  | { readonly result: 'done'; readonly value: PointValue }
  | { readonly result: 'refused'; readonly reason: 'unknown' | 'readOnly' | 'part' | 'range' }
  | { readonly result: 'failed'; readonly reason: string };
