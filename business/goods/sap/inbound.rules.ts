import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { stockBillType } from '#business/materials/dictionaries.ts';
import type { sapObject } from '../dictionaries.ts';

type End = 'from' | 'to' | 'supplier' | 'customer' | 'adjust';

/** Where goods of a document of SAP come from and go to, and the kind of its posting. */
export interface InboundWay {
  readonly from: End;
  readonly to: End;
  readonly billType: KeyOf<typeof stockBillType>;
}

/** The documents of SAP that move our stock. */
export const INBOUND: Readonly<Partial<Record<KeyOf<typeof sapObject>, InboundWay>>> = {
  OIGN: { from: 'supplier', to: 'to', billType: 'purchase' },
  OIGE: { from: 'from', to: 'adjust', billType: 'adjust' },
  ODLN: { from: 'from', to: 'customer', billType: 'adjust' },
  ORDN: { from: 'customer', to: 'to', billType: 'adjust' },
  OWTR: { from: 'from', to: 'to', billType: 'transfer' },
};
