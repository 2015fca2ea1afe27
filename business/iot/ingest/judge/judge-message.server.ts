import type { KnownVersion } from '../known-device.server.ts';
import { type SentMoment, messageMoment } from './moment.rules.ts';
import { QUALITY, type TakenValues, type ValidateMode, checkValues } from '../property-check.rules.ts';
import type { SentValues } from '../uplink.rules.ts';

/** Reasons by which messages of a wrong moment are refused. */
const REASONS = { tooOld: 'old', seconds: 'seconds' } as const;

/** A message that is refused, and why. */
interface RefusedMessage {
  readonly reason: 'old' | 'seconds' | 'unknown';
}

/** Values that a message brings, at their moment (milliseconds). */
export interface JudgedValues extends TakenValues {
  readonly ts: number;
  readonly quality: number;
}

/** Facts that decide about a message: the version of the model, its strictness, and the oldest accepted moment. */
export interface JudgedBy {
  readonly version: KnownVersion;
  readonly mode: ValidateMode;
  readonly acceptedDays: number;
}

/** Judge the values of one moment. `receivedAt`: their arrival (milliseconds). */
export function judgeValues(
  { version, mode, acceptedDays }: JudgedBy,
  { ts: sent, params }: SentValues,
  receivedAt: number,
): JudgedValues | RefusedMessage {
  const moment = messageMoment(sent, receivedAt, acceptedDays);
  if (typeof moment === 'string') return { reason: REASONS[moment] };
  const taken = checkValues(version.properties, mode, params);
  return { ...taken, ts: moment.ts, quality: moment.quality | (taken.isOutside ? QUALITY.range : 0) };
}

/** Judge an event by its moment and name. `receivedAt`: its arrival (milliseconds). */
export function judgeEvent(
  { version, mode, acceptedDays }: JudgedBy,
  { ts: sent, identifier }: { readonly ts: SentMoment; readonly identifier: string },
  receivedAt: number,
): { readonly ts: number; readonly quality: number } | RefusedMessage {
  const moment = messageMoment(sent, receivedAt, acceptedDays);
  if (typeof moment === 'string') return { reason: REASONS[moment] };
  return mode === 'strict' && !version.events.has(identifier) ? { reason: 'unknown' } : moment;
}
