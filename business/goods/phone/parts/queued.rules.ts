import type { Queued } from '#business/mobile/steps.rules.ts';
import type { OwnGoods } from '../own-goods.calls.ts';

/** State of a document that waits on the phone. */
export const QUEUED = 'queued';

/** Returns the goods as they are after a step of the phone. */
export type GoodsChange = (goods: OwnGoods, step: Queued) => OwnGoods;

/** Does a queued step change what is shown? It does while it waits, and after sending until the goods are read again. */
export const changesShown = (step: Queued, readMs: number): boolean =>
  step.state === 'sent' ? (step.sentMs ?? 0) >= readMs : step.state === 'waiting';
