import Big from 'big.js';

/** The company's share of a helper for a kind of order. Reads “0.4” or “0.4, install 0.5”: one for all, others by the key of the order type. */
export function shareIn(text: string, receiptsType: string): Big {
  const [, own] = new RegExp(`\\b${receiptsType}\\s+(0(?:\\.\\d+)?|1)`).exec(text) ?? [];
  const [, all] = /^\s*(0(?:\.\d+)?|1)\b/.exec(text) ?? [];
  return new Big(own ?? all ?? '0.4');
}

/** What a helper gets who comes without a share: the company's, but never more than what he leaves to the lead. `rest`: what the lead has. */
export const helperShare = (usual: Big, rest: Big): string =>
  (usual.gt(rest.div(2)) ? rest.div(2) : usual).round(4, Big.roundDown).toFixed(4);
