import { type KindView, asString } from '../faces.view.tsx';
import { shortAddress } from './postal-address.ts';

/** A cell shows the part that distinguishes homes; the detail and the title show the whole address. */
export const postalAddressView: KindView = {
  cell: ({ value, field, names }) => {
    const whole = asString(value);
    const short = shortAddress(whole, names?.[(field as { estate?: string }).estate ?? '']);
    return short === whole ? whole : <span title={whole}>{short}</span>;
  },
  detail: ({ value }) => asString(value),
};
