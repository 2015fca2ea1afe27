/** Maximal size in bytes of a payload, and of a packet with its topic and properties. */
export const MAX_PAYLOAD = 64 * 1024;
export const MAX_PACKET = MAX_PAYLOAD + 2048;
