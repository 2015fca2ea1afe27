/** Inputs of the desk that can be missing. */
interface Typed {
  readonly repairType: string;
  readonly faultCategory: string;
  readonly description: string;
  readonly customerName: string;
  readonly phone: string;
  readonly address: string;
  readonly team: string;
}

/**
 * Return the names of missing fields, in their order on the form. Saving with immediate acceptance requires more
 * fields.
 */
export function missingIn(
  typed: Typed,
  { isNew, machine, accept }: { readonly isNew: boolean; readonly machine: unknown; readonly accept: boolean },
): string[] {
  const needed: readonly (readonly [name: string, value: string, isNeeded: boolean])[] = [
    ['customerName', typed.customerName, isNew],
    ['phone', typed.phone, isNew],
    ['address', typed.address, isNew],
    ['customerServiceTeam', typed.team, isNew && accept],
    ['repairType', typed.repairType, !machine],
    ['faultCategory', typed.faultCategory, accept],
    ['description', typed.description, true],
  ];
  return needed.filter(([, value, isNeeded]) => isNeeded && value.trim() === '').map(([name]) => name);
}
