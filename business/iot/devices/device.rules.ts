/** Characters of a device key; it is part of topics and of the user name. */
const KEY = /^[\w.:-]{1,64}$/;

/** Is a text a valid device key? As part of a topic it must not contain `/`, `+` or `#`. */
export const isDeviceKey = (key: string): boolean => KEY.test(key);

/** May devices of this node type have sub-devices? */
export const mayBeParent = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';
