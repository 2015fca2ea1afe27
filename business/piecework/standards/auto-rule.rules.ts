/** One way by which a process is found for a line that names none; an empty part fits any. */
export interface AutoRule {
  readonly receiptsType?: string | null;
  readonly equipmentCategory?: string | null;
  readonly serviceMeasure?: string | null;
}

const parts = ['receiptsType', 'equipmentCategory', 'serviceMeasure'] as const;

const fits = (rule: AutoRule, job: AutoRule): boolean =>
  parts.some((name) => rule[name]) && parts.every((name) => !rule[name] || rule[name] === job[name]);

/** The one leaf whose rules fit; none and several are both undefined: nobody guesses what is paid. */
export function processFor<P extends { readonly id: string; readonly autoRule?: readonly AutoRule[] | null }>(
  leaves: readonly P[],
  job: AutoRule,
): P | undefined {
  const found = leaves.filter((leaf) => (leaf.autoRule ?? []).some((rule) => fits(rule, job)));
  return found.length === 1 ? found[0] : undefined;
}
