/** The fields of a department that determine its leaders. */
export interface LedDepartment {
  readonly id: string;
  readonly parentId: string | null;
  readonly leaderId: string | null;
}

/**
 * Return the leaders above a member of a department, the nearest first, each once, without the member (`not`). So the
 * leader of a department gets the leader of the department above.
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
