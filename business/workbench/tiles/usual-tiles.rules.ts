/** Which tiles come first for a role, until somebody arranges them; what is not named follows in its own order. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  as_cs: ['calls', 'teamLoad', 'notices'],
  as_cs_lead: ['calls', 'teamLoad', 'figures', 'notices'],
  as_dispatcher: ['teamLoad', 'calls', 'notices'],
  as_leader: ['figures', 'teamLoad', 'calls', 'notices'],
  as_technician: ['ownFigures', 'notices'],
  as_finance: ['figures', 'notices'],
  as_manager: ['figures', 'teamLoad', 'calls', 'notices'],
  as_admin: ['figures', 'teamLoad', 'calls', 'notices'],
};

export const usualOrder = (role: string): readonly string[] => USUAL[role] ?? [];

/** An order of some tiles, followed by the places of the others; what is pinned stays pinned where the usual order is restored. */
export function besideOthers(
  order: readonly string[],
  before: readonly string[],
  own: readonly string[],
  pins: readonly string[],
): readonly string[] {
  return [...order, ...before.filter((key) => !order.includes(key) && (!own.includes(key) || pins.includes(key)))];
}
