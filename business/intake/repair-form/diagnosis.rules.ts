import {
  anyNumber,
  anyText,
  anything,
  either,
  list,
  map,
  nullable,
  optional,
  record,
} from '#kernel/language/calls/shape.ts';
import type { StructuredPart } from '#kernel/fields/structured/structured.ts';

/** Texts of the alarm that reported a fault. Readers see its values and curves at the device. */
export const diagnosisParts: readonly StructuredPart[] = [
  { name: 'title', label: ['告警', 'Alarm'], type: 'text' },
  { name: 'alarmNo', label: ['告警编号', 'Alarm no.'], type: 'text' },
  { name: 'troubleCode', label: ['故障代码', 'Trouble code'], type: 'text' },
  { name: 'model', label: ['型号', 'Model'], type: 'text' },
  { name: 'startedAt', label: ['开始', 'Since'], type: 'text' },
  { name: 'solution', label: ['处理建议', 'What to do'], type: 'text' },
];

const text = optional(nullable(anyText));

/** Data of an alarm that a repair request stores: values, message, curves, remedy, parts, and probable causes. */
export const diagnosisShape = record({
  title: text,
  alarmNo: text,
  deviceId: text,
  mac: text,
  model: text,
  troubleCode: text,
  level: text,
  values: optional(nullable(map(anything('deviceValue')))),
  startedAt: text,
  frame: optional(nullable(map(anything('deviceMessage')))),
  curve: optional(
    list(
      record({
        identifier: anyText,
        name: anyText,
        unit: anyText,
        points: list(list(nullable(anyNumber))),
      }),
    ),
  ),
  solution: text,
  spareParts: optional(
    list(record({ materialCode: anyText, qty: optional(nullable(either(anyText, anyNumber))), note: text })),
  ),
  likely: optional(list(record({ cause: anyText, n: anyNumber, share: anyNumber }))),
});
