import type { Rights } from '#kernel/language/paper.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to consents: the product writes them; those who see completions see them. */
export const consentRights: Rights = { read: serviceRoles };
