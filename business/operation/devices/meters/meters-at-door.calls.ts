import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, bothLanguages, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { meterChange } from '#business/iot/records/meters/meter-change.paper.ts';

/** The devices with counters in the homes of the customer of a visit, with what they show and the last change. */
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
      /** What it showed last, with its unit; empty: never reported. */ shown: anyText,
      /** Null: its meter was never changed. */ changedAt: nullable(anyText),
    }),
  ),
});
export type MeterAtDoor = AnswerOf<typeof metersAtDoor.answer>[number];
