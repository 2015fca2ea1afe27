/** Reason codes of MQTT 5.0, §2.4. */
export const reasonCodes = {
  malformed: 0x81,
  protocolError: 0x82,
  notAuthorized: 0x87,
  stopping: 0x8b,
  takenOver: 0x8e,
  packetTooLarge: 0x95,
} as const;

/** Why nobody is let in: the return code of MQTT 3.1.1, §3.2.2.3, and the reason code of MQTT 5.0. */
export const connectRefusals = {
  password: { three: 4, five: 0x86 },
  unknown: { three: 5, five: 0x87 },
  disabled: { three: 5, five: 0x87 },
  banned: { three: 5, five: 0x8a },
  away: { three: 3, five: 0x88 },
  full: { three: 3, five: 0x97 },
} as const;
