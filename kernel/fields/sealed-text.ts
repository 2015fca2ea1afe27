/** How a sealed text begins; what follows is nonce, tag and cipher in base64. */
export const SEAL = 'sealed:1:';

export const isSealedText = (text: string): boolean => text.startsWith(SEAL);
