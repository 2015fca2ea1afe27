import { id } from '#kernel/fields/ref/ref.ts';
import { type CallAnswer, call, exactText } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { deviceConnection } from './device-connection.paper.ts';

const which = () => ({ id: id(deviceConnection.title, { required: true }) });
const state = record({ id: anyText, channelState: anyText, lastError: anyText });

/** Let a connection run. The answer has its state after at most five seconds. */
export const startConnection = call(deviceConnection, 'start', {
  method: 'POST',
  needs: 'edit',
  title: ['启动连接', 'Start a connection'],
  body: which(),
  answer: state,
});

/** Stop a connection. The answer has its state after at most five seconds. */
export const stopConnection = call(deviceConnection, 'stop', {
  method: 'POST',
  needs: 'edit',
  title: ['停止连接', 'Stop a connection'],
  body: which(),
  answer: state,
});

/** Try whether the port can be opened or the host answers; decode a frame if one is sent. */
export const testConnection = call(deviceConnection, 'test', {
  method: 'POST',
  needs: 'edit',
  title: ['测试连接', 'Test a connection'],
  body: { ...which(), frame: exactText(['报文', 'Frame'], { most: 8192, initial: '' }) },
  answer: record({
    ok: yesOrNo,
    msg: anyText,
    /** The frame in words; empty: none was sent. */ frame: anyText,
  }),
});

/** The newest 200 frames of a connection, with the verdict of its configuration. */
export const connectionFrames = call(deviceConnection, 'frames', {
  method: 'GET',
  needs: 'frames',
  title: ['原始报文', 'Frames of a connection'],
  query: which(),
  answer: list(
    record({
      no: anyNumber,
      ts: anyNumber,
      direction: anyText,
      verdict: anyText,
      deviceId: nullable(anyText),
      deviceName: nullable(anyText),
      /** The id that the frame names. */ sender: nullable(anyText),
      hex: anyText,
      /** Why it is not used, in words. */ why: nullable(anyText),
      values: list(record({ name: anyText, value: anyText })),
      /** Bytes of its values, both ends included. */ marks: list(record({ from: anyNumber, to: anyNumber })),
    }),
  ),
});

/** Devices that sent right frames within a day and are not registered, the newest first. */
export const strangersOfConnections = call(deviceConnection, 'strangers', {
  method: 'GET',
  needs: 'frames',
  title: ['未登记的设备', 'Devices that are not registered'],
  query: {},
  answer: list(
    record({
      sender: anyText,
      connectionId: anyText,
      connectionName: anyText,
      frames: anyNumber,
      first: anyNumber,
      last: anyNumber,
    }),
  ),
});

/** The connections of the company with their kinds and states, and the newest frames that were not used. */
export const connectionMonitor = call(deviceConnection, 'monitor', {
  method: 'GET',
  needs: 'view',
  title: ['连接与最近坏帧', 'Connections and last bad frames'],
  query: {},
  answer: record({
    connections: list(
      record({
        id: anyText,
        name: anyText,
        type: anyText,
        port: nullable(anyNumber),
        configId: nullable(anyText),
        configName: nullable(anyText),
        channelState: anyText,
        lastError: nullable(anyText),
        isWanted: yesOrNo,
        onlineDevices: anyNumber,
        rxFrames: anyNumber,
        badFrames: anyNumber,
        junkBytes: anyNumber,
        startedTime: nullable(anyText),
      }),
    ),
    bad: list(
      record({
        connectionId: anyText,
        connectionName: anyText,
        no: anyText,
        ts: anyNumber,
        verdict: anyText,
        sender: nullable(anyText),
        deviceId: nullable(anyText),
      }),
    ),
  }),
});
export type MonitoredConnection = CallAnswer<typeof connectionMonitor>['connections'][number];
export type ShownFrame = CallAnswer<typeof connectionFrames>[number];
