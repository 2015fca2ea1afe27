import type { StructuredPart } from '#kernel/fields/structured/structured.ts';

/** Texts of the alarm that reported a fault. Its values and curves are read from the device instead. */
export const diagnosisParts: readonly StructuredPart[] = [
  { name: 'title', label: ['告警', 'Alarm'], type: 'text' },
  { name: 'alarmNo', label: ['告警编号', 'Alarm no.'], type: 'text' },
  { name: 'troubleCode', label: ['故障代码', 'Trouble code'], type: 'text' },
  { name: 'model', label: ['型号', 'Model'], type: 'text' },
  { name: 'startedAt', label: ['开始', 'Since'], type: 'text' },
  { name: 'solution', label: ['处理建议', 'What to do'], type: 'text' },
];
