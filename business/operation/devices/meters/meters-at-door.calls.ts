import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, bothLanguages, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { meterChange } from '#business/iot/records/meters/meter-change.paper.ts';

/** Devices with counters in the homes of a visit, with their last reading and last meter exchange. */
export const metersAtDoor = call(meterChange, 'at-door', {
  method: 'GET',
  needs: 'view',
  title: ['上门可换的表', 'Meters at a visit'],
  query: { visitId: id(visit.title, { required: true }) },
  answer: list(
    record({
      deviceId: anyText,
      deviceName: anyText,
      home: anyText,
      counter: bothLanguages,
      /** Last reading with unit; empty: never reported. */ shown: anyText,
      /** Last exchange of the meter; null: none. */ changedAt: nullable(anyText),
    }),
  ),
});
export type MeterAtDoor = AnswerOf<typeof metersAtDoor.answer>[number];
