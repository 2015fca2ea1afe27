/**
 * Own fields that people change only with their password or second factor: notices and account recovery depend on them.
 */
export const PROVED = ['name', 'realName', 'phone', 'email'] as const;
