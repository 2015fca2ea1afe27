import Big from 'big.js';

/**
 * Return the share of a helper for a type of order, from a parameter of the company. Its format is “0.4” or “0.4,
 * install 0.5”: the default, then shares by type.
 */
export function shareIn(text: string, receiptsType: string): Big {
  const [, own] = new RegExp(`\\b${receiptsType}\\s+(0(?:\\.\\d+)?|1)`).exec(text) ?? [];
  const [, all] = /^\s*(0(?:\.\d+)?|1)\b/.exec(text) ?? [];
  return new Big(own ?? all ?? '0.4');
}

/**
 * Return the share of a helper for whom none was entered: the company's (`usual`), but at most half of what is left to
 * the lead.
 */
export const helperShare = (usual: Big, rest: Big): string =>
  (usual.gt(rest.div(2)) ? rest.div(2) : usual).round(4, Big.roundDown).toFixed(4);
