import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, either, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { connectionModel } from '../connection-model.paper.ts';

/**
 * Devices that are polled by the points of a connection model, at most 200. For one of them also the last read of each
 * point: for `deviceId`, else for the first device on a bus.
 */
export const pointReads = call(connectionModel, 'reads', {
  method: 'GET',
  needs: 'view',
  title: ['点位最近的读数', 'Last reads of points'],
  query: { id: id(connectionModel.title, { required: true }), deviceId: id(['设备', 'Device']) },
  answer: record({
    /** Moment of the answer, in milliseconds. */ at: anyNumber,
    /** Empty: no device of the model is on a bus. */ deviceId: anyText,
    devices: list(
      record({
        id: anyText,
        name: anyText,
        /** Its unit, or the address of the meter; null: it has none, so it is not polled. */
        unit: nullable(either(anyNumber, anyText)),
        busId: nullable(anyText),
        bus: nullable(anyText),
        onlineStatus: nullable(anyText),
      }),
    ),
    reads: list(
      record({
        code: anyText,
        /** Raw words in hex; null: the unit refused. */ words: nullable(anyText),
        value: nullable(either(anyText, anyNumber, yesOrNo)),
        at: anyNumber,
        /** Code of the exception; null: none. */ exception: nullable(anyNumber),
      }),
    ),
  }),
});
