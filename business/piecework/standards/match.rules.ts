/**
 * The criteria of a standard; an empty one matches any job. Ordered by weight: cover before order type before category
 * before district before level.
 */
export const criteria = ['weibao', 'receiptsType', 'equipmentCategory', 'premisesDistrict', 'technicianLevel'] as const;

export type StandardCriteria = { readonly [K in (typeof criteria)[number]]?: string | null };

export interface Priced extends StandardCriteria {
  readonly id: string;
  readonly pieceworkProcessId: string;
  readonly effectiveFrom: string;
  readonly effectiveTo?: string | null;
}

const fits = (standard: StandardCriteria, job: StandardCriteria): boolean =>
  criteria.every((name) => !standard[name] || standard[name] === job[name]);

/** Order standards: more criteria first, then weightier ones, then the later start, then the higher id. */
function before(a: Priced, b: Priced): number {
  const filled = (one: Priced): number => criteria.filter((name) => one[name]).length;
  const weight = (one: Priced): number =>
    criteria.reduce((sum, name, at) => sum + (one[name] ? 2 ** (criteria.length - at) : 0), 0);
  return (
    filled(b) - filled(a) ||
    weight(b) - weight(a) ||
    b.effectiveFrom.localeCompare(a.effectiveFrom) ||
    (BigInt(b.id) > BigInt(a.id) ? 1 : -1)
  );
}

export const isValidOn = (
  { effectiveFrom, effectiveTo }: Pick<Priced, 'effectiveFrom' | 'effectiveTo'>,
  day: string,
): boolean => effectiveFrom <= day && (!effectiveTo || day <= effectiveTo);

/**
 * Return the standard of a process for a job that was finished on a day, or undefined when none fits. The caller passes
 * published ones only.
 */
export function matchStandard<S extends Priced>(
  standards: readonly S[],
  processId: string,
  job: StandardCriteria,
  finishDate: string,
): S | undefined {
  return standards
    .filter((one) => one.pieceworkProcessId === processId && isValidOn(one, finishDate) && fits(one, job))
    .sort(before)[0];
}

/** Check whether two prices of the same work and criteria are valid on a common day. */
export const overlap = (a: Priced, b: Priced): boolean =>
  a.pieceworkProcessId === b.pieceworkProcessId &&
  criteria.every((name) => (a[name] ?? null) === (b[name] ?? null)) &&
  a.effectiveFrom <= (b.effectiveTo ?? '9999-12-31') &&
  b.effectiveFrom <= (a.effectiveTo ?? '9999-12-31');
