/** How a password change came: plain, or as md5 of old clients. What matched the old password decides how the new one is read. */
export const isHashed = (given: string): boolean => /^[0-9a-f]{32}$/i.test(given);

/** At least eight characters with letters and digits. A hashed one cannot be judged. */
export const isStrong = (password: string): boolean => isHashed(password) || (password.length >= 8 && password.length <= 128 && /[a-z]/i.test(password) && /\d/.test(password));
