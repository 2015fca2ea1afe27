/** Default order of tiles by role, which holds until a person arranges them. Tiles that are not listed follow. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  as_cs: ['calls', 'teamLoad', 'notices'],
  as_cs_lead: ['calls', 'teamLoad', 'figures', 'notices'],
  as_dispatcher: ['teamLoad', 'calls', 'notices'],
  as_leader: ['figures', 'teamLoad', 'calls', 'notices'],
  as_technician: ['ownFigures', 'notices'],
  as_store: ['storeFigures', 'notices'],
  as_store_lead: ['storeFigures', 'notices'],
  as_finance: ['figures', 'notices'],
  as_manager: ['figures', 'teamLoad', 'calls', 'notices'],
  as_admin: ['figures', 'teamLoad', 'calls', 'notices'],
};

export const usualOrder = (role: string): readonly string[] => USUAL[role] ?? [];

/**
 * Return the stored order: `order` for the entries that are being arranged (`own`), then the earlier entries of all
 * others. Pinned tiles (`pins`) remain even if `order` lacks them, so a reset does not remove them.
 */
export function besideOthers(
  order: readonly string[],
  before: readonly string[],
  own: readonly string[],
  pins: readonly string[],
): readonly string[] {
  return [...order, ...before.filter((key) => !order.includes(key) && (!own.includes(key) || pins.includes(key)))];
}
