import { type KindView, asString } from '../faces.view.tsx';
import { shortAddress } from './postal-address.ts';

/** A cell has room for what tells homes apart; the whole address stands in the detail, and where the pointer rests. */
export const postalAddressView: KindView = {
  cell: ({ value, field, names }) => {
    const whole = asString(value);
    const short = shortAddress(whole, names?.[(field as { estate?: string }).estate ?? '']);
    return short === whole ? whole : <span title={whole}>{short}</span>;
  },
  detail: ({ value }) => asString(value),
};
