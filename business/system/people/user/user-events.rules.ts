/** Emitted with the commit that disables or removes an account; `id` is the account. */
export const USER_DISABLED = 'user.disabled';
