/** Fields that people change of themselves with the password or a second factor alone: messages and recovery go by them. */
export const PROVED = ['name', 'realName', 'phone', 'email'] as const;
