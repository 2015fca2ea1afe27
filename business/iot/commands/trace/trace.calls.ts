import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  choice,
  list,
  nullable,
  record,
  streamAnswer,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { device } from '../../devices/device.paper.ts';

const named = () => ({ deviceId: id(device.title, { required: true }) });
const reason = () => text(['原因', 'Reason'], { max: 200 });

/** A line of a trace. A gap in `no` means that lines were dropped. */
const traceLine = record({
  no: anyNumber,
  ts: anyNumber,
  direction: choice('up', 'down', 'line'),
  topic: anyText,
  size: anyNumber,
  hex: anyText,
  /** The decoded message. */ body: anything('deviceMessage'),
  isCut: yesOrNo,
  outcome: nullable(anyText),
});

/** Record the messages of a device for fifteen minutes. A running trace begins again. */
export const startTrace = call(device, 'trace/start', {
  method: 'POST',
  needs: 'trace',
  title: ['追踪设备报文', 'Trace the messages of a device'],
  body: { id: id(device.title, { required: true }), reason: reason() },
  answer: record({ id: anyText, untilTime: anyText }),
});

/** End the trace of a device. Its lines stay readable. */
export const stopTrace = call(device, 'trace/stop', {
  method: 'POST',
  needs: 'trace',
  title: ['结束追踪', 'End the trace of a device'],
  body: { id: id(device.title, { required: true }), reason: reason() },
  answer: record({ id: anyText }),
});

/** The newest lines of the last trace of a device, the oldest first. */
export const readTrace = call(device, 'trace', {
  method: 'GET',
  needs: 'trace',
  title: ['设备报文追踪', 'Trace of a device'],
  query: named(),
  answer: record({
    isRunning: yesOrNo,
    untilTime: nullable(anyText),
    startedBy: nullable(anyText),
    dropped: anyNumber,
    lines: list(traceLine),
  }),
});

export const traceStream = call(device, 'trace/stream', {
  method: 'GET',
  needs: 'trace',
  title: ['设备报文追踪流', 'Trace of a device as a stream'],
  query: named(),
  answer: streamAnswer,
});
