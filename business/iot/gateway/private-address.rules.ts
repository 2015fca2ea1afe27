const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/;

/** Is it an address of a local network? */
export const isPrivate = (address: string): boolean => PRIVATE.test(address);
