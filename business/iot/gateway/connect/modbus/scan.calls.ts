import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { deviceConnection } from '../channel/device-connection.paper.ts';

/** Ask units 1 to 32 of a running bus for one register each, and return those that answer. Nothing is written to them. */
export const scanUnits = call(deviceConnection, 'scan', {
  method: 'POST',
  needs: 'edit',
  title: ['扫描总线的单元', 'Scan the units of a bus'],
  body: { id: id(deviceConnection.title, { required: true }) },
  answer: record({
    id: anyText,
    /** How many scans of the bus have ended. */ no: anyNumber,
    units: list(
      record({
        unit: anyNumber,
        /** The device of this unit; null: there is none yet. */ deviceId: nullable(anyText),
        deviceName: nullable(anyText),
      }),
    ),
  }),
});
