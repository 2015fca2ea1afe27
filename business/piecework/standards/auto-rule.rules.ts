/** A rule that selects a process for a completion line that names none. An empty criterion matches any value. */
export interface AutoRule {
  readonly receiptsType?: string | null;
  readonly equipmentCategory?: string | null;
  readonly serviceMeasure?: string | null;
}

const parts = ['receiptsType', 'equipmentCategory', 'serviceMeasure'] as const;

const fits = (rule: AutoRule, job: AutoRule): boolean =>
  parts.some((name) => rule[name]) && parts.every((name) => !rule[name] || rule[name] === job[name]);

/** Return the process whose rule matches. Undefined if none or several match, because pay is never guessed. */
export function processFor<P extends { readonly id: string; readonly autoRule?: readonly AutoRule[] | null }>(
  leaves: readonly P[],
  job: AutoRule,
): P | undefined {
  const found = leaves.filter((leaf) => (leaf.autoRule ?? []).some((rule) => fits(rule, job)));
  return found.length === 1 ? found[0] : undefined;
}
