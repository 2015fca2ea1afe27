import { ownerNow } from '#kernel/web/http/offline/outbox.ts';
import { NEW_STATE, type ScanState } from './rules/counting.rules.ts';

/** A hand-over that was sent and has no answer yet: each attempt has the same key and body. */
export interface Handing {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The counts of a shipment on this device until its hand-over. */
export interface ScanDraft {
  readonly state: ScanState;
  readonly handing: Handing | null;
  readonly at: number;
}

const PREFIX = 'anju-scan ';
/** Shipments of which this device stores counts; the oldest ones are dropped. */
const MAX_DRAFTS = 30;

const keyOf = (shipmentId: string): string => `${PREFIX}${ownerNow()} ${shipmentId}`;

const NO_DRAFT: ScanDraft = { state: NEW_STATE, handing: null, at: 0 };

function parsed(text: string | null): ScanDraft | null {
  try {
    return text ? (JSON.parse(text) as ScanDraft) : null;
  } catch {
    return null;
  }
}

/** Return what this device stores of a shipment. */
export const readDraft = (shipmentId: string): ScanDraft => parsed(localStorage.getItem(keyOf(shipmentId))) ?? NO_DRAFT;

/** Has this device counts of a shipment or a shelf? */
export const hasScanDraft = (id: string): boolean => localStorage.getItem(keyOf(id)) !== null;

function dropOldest(): void {
  const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const byAge = all
    .map((key) => ({ key, at: parsed(localStorage.getItem(key))?.at ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { key } of byAge.slice(MAX_DRAFTS)) localStorage.removeItem(key);
}

/** Store the counts of a shipment on this device. A full store drops the oldest ones. */
export function writeDraft(shipmentId: string, draft: Omit<ScanDraft, 'at'>): void {
  const text = JSON.stringify({ ...draft, at: Date.now() });
  try {
    localStorage.setItem(keyOf(shipmentId), text);
  } catch {
    // The store is full: the counts remain in memory.
  }
  dropOldest();
}

export const dropScanDraft = (shipmentId: string): void => localStorage.removeItem(keyOf(shipmentId));
