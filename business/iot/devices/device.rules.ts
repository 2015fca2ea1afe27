/** The characters of a key that stands in a topic and in a user name. */
const KEY = /^[\w.:-]{1,64}$/;

/** May it be a device key? It becomes a part of a topic, in which `/`, `+` and `#` mean something else. */
export const isDeviceKey = (key: string): boolean => KEY.test(key);

/** Nodes that others may hang on. */
export const mayBeParent = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';
