import { createHmac } from 'node:crypto';
import type { IConnectPacket } from 'mqtt-packet';
import type { TestDevice } from './devices.ts';

/** Return the CONNECT packet with which a device logs in. */
export function loginPacket(
  { deviceKey, modelCode, secret }: TestDevice,
  version: 3 | 4 | 5,
  ts: number,
  will?: { readonly topic: string; readonly payload: string },
): IConnectPacket {
  const clientId = `${modelCode}.${deviceKey}`;
  return {
    cmd: 'connect',
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    clean: true,
    keepalive: 60,
    clientId,
    username: `${deviceKey}&${modelCode}&${ts}`,
    password: Buffer.from(
      createHmac('sha256', secret).update(`${clientId}${deviceKey}${modelCode}${ts}`).digest('hex'),
    ),
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: false } }),
  };
}
