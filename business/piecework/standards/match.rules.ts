/** What a standard asks of a job; empty = any. Ordered by weight: cover before order type before category before district before level. */
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

/** More criteria first, then the weightier ones, then the later beginning, then the higher id. */
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

/** The standard of a process for a job that was finished on a day; undefined when none fits. The caller gives published ones only. */
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

/** Do two prices of the same work and criteria hold on a common day? */
export const overlap = (a: Priced, b: Priced): boolean =>
  a.pieceworkProcessId === b.pieceworkProcessId &&
  criteria.every((name) => (a[name] ?? null) === (b[name] ?? null)) &&
  a.effectiveFrom <= (b.effectiveTo ?? '9999-12-31') &&
  b.effectiveFrom <= (a.effectiveTo ?? '9999-12-31');
