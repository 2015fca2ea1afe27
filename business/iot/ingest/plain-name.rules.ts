/** Return the name of a device as it is compared: without signs, in lower case. */
export const plainDeviceName = (name: string): string => name.replaceAll(/[^\da-z]/gi, '').toLowerCase();
