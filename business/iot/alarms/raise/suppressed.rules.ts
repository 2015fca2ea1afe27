/** A suppression in force. An empty list does not restrict: it matches all. */
export interface SuppressionRow {
  readonly id: string;
  readonly suppressType: string;
  readonly modelIds: readonly string[] | null;
  readonly deviceIds: readonly string[] | null;
  readonly addressIds: readonly string[] | null;
  readonly householdId: string | null;
  readonly ruleCodes: string | null;
  readonly levels: readonly string[] | null;
}

/** The fields of an alarm that suppressions are compared with. */
export interface Silenced {
  readonly deviceId: string;
  readonly modelId: string;
  readonly roomAddressId: string | null;
  readonly householdId: string | null;
  readonly ruleCode: string;
  readonly level: string;
}

const allows = (list: readonly string[] | null, one: string | null): boolean =>
  !list || list.length === 0 || (one !== null && list.includes(one));

/** Does a suppression match an alarm? One without any criterion matches none. */
export function silences(row: SuppressionRow, of: Silenced): boolean {
  const codes = (row.ruleCodes ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const lists = [row.modelIds, row.deviceIds, row.addressIds, row.levels, codes];
  if (!row.householdId && lists.every((one) => !one || one.length === 0)) return false;
  return (
    (!row.householdId || row.householdId === of.householdId) &&
    allows(row.modelIds, of.modelId) &&
    allows(row.deviceIds, of.deviceId) &&
    allows(row.addressIds, of.roomAddressId) &&
    allows(codes, of.ruleCode) &&
    allows(row.levels, of.level)
  );
}
