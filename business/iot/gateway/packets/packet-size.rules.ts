/** What no device needs to exceed: the payload, and the topic and properties around it. */
export const MAX_PAYLOAD = 64 * 1024;
export const MAX_PACKET = MAX_PAYLOAD + 2048;
