/** States of machines that have left the home. */
export const GONE: readonly string[] = ['replaced', 'removed'];

export const isGone = ({ equipmentStatus }: { readonly equipmentStatus: string }): boolean =>
  GONE.includes(equipmentStatus);
