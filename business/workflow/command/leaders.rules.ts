/** A department as far as its leader goes. */
export interface LedDepartment {
  readonly id: string;
  readonly parentId: string | null;
  readonly leaderId: string | null;
}

/**
 * The leaders above somebody of a department, the nearest first, each once and never the person himself: whoever leads his own department
 * asks the leader of the one above.
 */
export function leadersAbove(all: readonly LedDepartment[], deptId: string, not: string): string[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const leaders: string[] = [];
  const seen = new Set<string>();
  for (let at = byId.get(deptId); at && !seen.has(at.id); at = byId.get(at.parentId ?? '')) {
    seen.add(at.id);
    if (at.leaderId && at.leaderId !== not && !leaders.includes(at.leaderId)) leaders.push(at.leaderId);
  }
  return leaders;
}
