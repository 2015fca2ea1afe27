/** Prefix of an encrypted text; nonce, tag and ciphertext follow in base64. */
export const SEAL = 'sealed:1:';

export const isSealedText = (text: string): boolean => text.startsWith(SEAL);
