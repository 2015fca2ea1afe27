import { text } from '#kernel/fields/text/text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { call, exactText } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  either,
  list,
  map,
  nothing,
  nullable,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';

const which = { keyId: id(['接入配置', 'Connection']) };

export const fieldsOfConnection = call(connectConfig, 'list/son', {
  method: 'GET',
  needs: 'view',
  title: ['接入字段', 'Fields of a connection'],
  query: which,
  answer: list(of(connectField)),
});

const fieldValue = nullable(either(anyText, anyNumber, yesOrNo));

/** A decoded field: its position in bits (both ends included), its raw bytes in hex, and the decoded value. */
const readField = record({
  name: anyText,
  type: anyText,
  start: anyNumber,
  end: anyNumber,
  hex: anyText,
  value: fieldValue,
});

/** A decoded frame, with its properties and events under the names of the device's model. */
const ofFrame = {
  hex: anyText,
  deviceId: nullable(anyText),
  msgType: nullable(anyText),
  props: map(fieldValue),
  events: list(record({ name: anyText, value: fieldValue })),
  fields: list(readField),
};
const decoded = record(ofFrame);

/** Decodes a sample frame. A frame that does not fit is answered with its error. */
export const decodeSample = call(connectConfig, 'test', {
  method: 'POST',
  needs: 'view',
  title: ['试解报文', 'Decode a sample frame'],
  body: {
    ...which,
    format: text(['报文格式', 'Format'], { max: 20 }),
    frame: exactText(['报文', 'Frame'], { most: 65_536, initial: '' }),
  },
  answer: record({ ok: yesOrNo, frames: list(record({ ...ofFrame, error: nullable(anyText) })) }),
});

export const encodeSample = call(connectConfig, 'test/encode', {
  method: 'POST',
  needs: 'view',
  title: ['试编指令', 'Encode a command'],
  body: { ...which, command: structured<Record<string, unknown>>(['指令', 'Command'], { free: 'deviceValue' }) },
  answer: record({ hex: anyText }),
});

export const replayFrames = call(connectConfig, 'replay', {
  method: 'POST',
  needs: 'edit',
  title: ['重放原始报文', 'Decode kept frames again'],
  body: which,
  answer: nothing,
});

export type ReadField = AnswerOf<typeof readField>;
export type Decoded = AnswerOf<typeof decoded>;
