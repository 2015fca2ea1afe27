import type { Label } from '#kernel/language/label.ts';

/** Why a socket was closed, or a frame was not used, as the connection shows it. */
export const connectionFaults = {
  away: ['来源不在允许的网段', 'The address is not among the allowed networks'],
  crowded: ['端口上已有 2,000 个连接，新的被拒', 'The port has 2,000 connections: further ones are refused'],
  late: ['60 秒没有一帧，已断开', 'No frame within 60 seconds: closed'],
  idle: ['太久没有数据，已断开', 'Silent for too long: closed'],
  junk: ['超过 64 KiB 不成帧的字节，已断开', 'More than 64 KiB that are no frames: closed'],
  bad: ['连续 20 个坏帧，已断开', '20 bad frames in a row: closed'],
  unread: ['设备不收应答，已断开', 'The device does not take its answers: closed'],
  spoofed: ['同一设备从第二个地址发来，不采用', 'A second address claims to be the device: not used'],
  secret: ['设备有密钥，不能凭报文接入', 'The device has a secret: frames prove nothing'],
  disabled: ['设备已停用', 'The device is disabled'],
  mqtt: ['设备正以 MQTT 连接', 'The device is connected by MQTT'],
  unknown: ['没有这台设备', 'There is no such device'],
  access: ['密钥不对，已拒绝', 'Wrong access secret: refused'],
  large: ['超过 4,096 字节，不采用', 'More than 4,096 bytes: not used'],
  topic: ['主题不在过滤之内', 'The topic is outside the filter'],
  fast: ['发得太快，丢弃', 'Too many messages a second: discarded'],
  encode: ['指令编不成报文', 'The command does not become a frame'],
} satisfies Readonly<Record<string, Label>>;

export type FaultWord = keyof typeof connectionFaults;
