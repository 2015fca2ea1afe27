import { useT } from '#kernel/web/i18n/words.ts';
import type { ConditionSign } from './condition.rules.ts';

/** Operators of comparisons, in words. */
export function useSignWords(): Readonly<Record<ConditionSign, string>> {
  const t = useT();
  return {
    '==': t(['等于', 'is']),
    '!=': t(['不等于', 'is not']),
    '>': '>',
    '>=': '≥',
    '<': '<',
    '<=': '≤',
    contains: t(['包含', 'contains']),
    empty: t(['为空', 'is empty']),
    notEmpty: t(['不为空', 'is not empty']),
    yes: t(['成立', 'is true']),
    no: t(['不成立', 'is not true']),
  };
}
