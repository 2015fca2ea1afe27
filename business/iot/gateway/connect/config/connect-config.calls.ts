import { text } from '#kernel/fields/text/text.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { call, draft, exactText, rows } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, either, list, map, nullable, of, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';
import { connectSample } from './samples/connect-sample.paper.ts';

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

export const samplesOfConnection = call(connectConfig, 'list/sample', {
  method: 'GET',
  needs: 'view',
  title: ['接入样例', 'Sample frames of a connection'],
  query: which,
  answer: list(of(connectSample)),
});

/**
 * Replaces the rows of a configuration and lets them run, in one step. It is refused, with nothing changed, while a
 * sample breaks. Lists that are not sent stay. `liveVersion` is the one that the writer read.
 */
export const publishConfig = call(connectConfig, 'publish', {
  method: 'POST',
  needs: 'edit',
  title: ['发布配置', 'Publish a configuration'],
  body: {
    ...which,
    version: integer(['版本', 'Version'], {}),
    liveVersion: integer(['生效版本', 'Live version'], {}),
    config: draft(connectConfig),
    fields: rows(connectField),
    samples: rows(connectSample),
  },
  answer: record({ id: anyText, version: anyNumber, liveVersion: anyNumber }),
});

/**
 * Checks the samples, and decodes each line of the sample frames that is no sample. `isRight`: all hold. It reads the
 * stored rows, whether they are published or not; rows that are sent as for `publish` take their place. Nothing is
 * written.
 */
export const checkSamples = call(connectConfig, 'samples/check', {
  method: 'POST',
  needs: 'view',
  title: ['检查样例', 'Check sample frames'],
  body: { ...which, config: draft(connectConfig), fields: rows(connectField), samples: rows(connectSample) },
  answer: record({
    isRight: yesOrNo,
    samples: list(
      record({
        id: anyText,
        name: anyText,
        frame: anyText,
        deviceId: nullable(anyText),
        error: nullable(anyText),
      }),
    ),
  }),
});

/**
 * Finds fields that explain the change of one value between two frames, the most likely first. Positions are bits of
 * the frame, both ends included; value = raw × scale + shift. `changed` are the positions of bytes that differ.
 */
export const learnFromFrames = call(connectConfig, 'learn', {
  method: 'POST',
  needs: 'view',
  title: ['从两帧学字段', 'Learn a field from two frames'],
  body: {
    ...which,
    before: exactText(['前一帧', 'Frame before'], { most: 12_288, initial: '' }),
    after: exactText(['后一帧', 'Frame after'], { most: 12_288, initial: '' }),
    valueBefore: text(['前值', 'Value before'], { max: 20 }),
    valueAfter: text(['后值', 'Value after'], { max: 20 }),
  },
  answer: record({
    changed: list(anyNumber),
    fields: list(
      record({
        start: anyNumber,
        end: anyNumber,
        dataType: anyText,
        byteOrder: anyText,
        scale: anyNumber,
        shift: anyNumber,
        rawBefore: anyNumber,
        rawAfter: anyNumber,
      }),
    ),
  }),
});

export const encodeSample = call(connectConfig, 'test/encode', {
  method: 'POST',
  needs: 'view',
  title: ['试编指令', 'Encode a command'],
  body: { ...which, command: structured<Record<string, unknown>>(['指令', 'Command'], { free: 'deviceValue' }) },
  answer: record({ hex: anyText }),
});

/**
 * Decodes the stored frames of a configuration again, by its published form: those of the last 24 hours, or of a
 * shorter span. `dry` only counts what would change. The job of the answer ends with the counts.
 */
export const replayFrames = call(connectConfig, 'replay', {
  method: 'POST',
  needs: 'edit',
  title: ['重放原始报文', 'Decode kept frames again'],
  body: {
    ...which,
    from: moment(['开始时间', 'From']),
    to: moment(['结束时间', 'To']),
    dry: flag(['只试算', 'Only count']),
  },
  answer: record({ job: anyText, frames: anyNumber }),
});
