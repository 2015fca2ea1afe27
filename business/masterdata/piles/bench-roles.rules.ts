/** The ordered list of a role, by the alias of the role. Roles without one have the page of piles. */
const BENCH_OF_ROLE = {
  as_iot: 'iot',
  as_iot_lead: 'iot',
  as_operator: 'operator',
  as_hr: 'payroll',
  as_store: 'store',
  as_leader: 'leader',
} as const;

export type BenchName = (typeof BENCH_OF_ROLE)[keyof typeof BENCH_OF_ROLE];

/** Return the ordered list of a person's first role; null: the role has the page of piles. */
export const benchOf = ([first]: readonly string[]): BenchName | null =>
  (BENCH_OF_ROLE as Readonly<Record<string, BenchName | undefined>>)[first] ?? null;
