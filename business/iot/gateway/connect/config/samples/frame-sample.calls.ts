import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { of } from '#kernel/language/calls/shape.ts';
import { deviceConnection } from '../../channel/device-connection.paper.ts';
import { connectSample } from './connect-sample.paper.ts';

/**
 * Makes a sample of a stored frame: it expects what the frame decodes to now, or that it is refused as now. `ts` and
 * `no` are those of the frame in the list of frames.
 */
export const sampleOfFrame = call(deviceConnection, 'frames/sample', {
  method: 'POST',
  needs: 'frames',
  title: ['存为样例', 'Sample of a frame'],
  body: {
    id: id(deviceConnection.title, { required: true }),
    ts: text(['时间', 'Time'], { required: true, max: 20 }),
    no: text(['序号', 'Number'], { required: true, max: 20 }),
    name: text(['样例名称', 'Name'], { required: true, max: 64 }),
  },
  answer: of(connectSample, ['id', 'keyId', 'name', 'frame', 'expect', 'fault']),
});
