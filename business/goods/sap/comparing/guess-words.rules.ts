import type { Label } from '#kernel/language/label.ts';
import type { ShownDifference } from '../cockpit/cockpit.calls.ts';

/** The likely causes of differences in words. */
export const GUESS_WORDS: Readonly<Record<ShownDifference['guess'], Label>> = {
  inFlight: ['在途', 'In flight'],
  unposted: ['移交未推', 'Not pushed'],
  count: ['盘点差', 'Count'],
  unknownItem: ['未知物料', 'Unknown'],
};
