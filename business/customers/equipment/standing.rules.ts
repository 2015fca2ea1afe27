/** States of machines that are in the home no more. */
export const GONE: readonly string[] = ['replaced', 'removed'];

export const isGone = ({ equipmentStatus }: { readonly equipmentStatus: string }): boolean =>
  GONE.includes(equipmentStatus);
