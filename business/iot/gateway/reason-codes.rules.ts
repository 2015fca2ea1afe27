/** Reason codes of MQTT 5.0, §2.4. */
export const reasonCodes = {
  noSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  wrongVersion: 0x84,
  notAuthorized: 0x87,
  stopping: 0x8b,
  badAuthentication: 0x8c,
  takenOver: 0x8e,
  filterInvalid: 0x8f,
  topicInvalid: 0x90,
  noSuchPacket: 0x92,
  aliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  kicked: 0x98,
  payloadInvalid: 0x99,
  noRetain: 0x9a,
  noSharedSubscriptions: 0x9e,
  noSubscriptionIds: 0xa1,
} as const;

/** Codes for refused logins: the return code before MQTT 5 (3.1.1 §3.2.2.3), and the reason code of MQTT 5. */
export const connectRefusals = {
  version: { three: 1, five: 0x84 },
  clientId: { three: 2, five: 0x85 },
  password: { three: 4, five: 0x86 },
  unknown: { three: 5, five: 0x87 },
  certificate: { three: 5, five: 0x87 },
  expired: { three: 5, five: 0x87 },
  disabled: { three: 5, five: 0x87 },
  banned: { three: 5, five: 0x8a },
  away: { three: 3, five: 0x88 },
  full: { three: 3, five: 0x97 },
} as const;

/** Return the MQTT 5 reason code for a refused message. */
export const refusedCode = (reason: string): number =>
  reason === 'topic' ? reasonCodes.topicInvalid : reasonCodes.payloadInvalid;
