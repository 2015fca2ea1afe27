import type { StructuredPart } from '#kernel/fields/structured/structured.ts';

/** What an alarm says of the fault, as a person reads it; its values and curves are drawn where the device is shown. */
export const diagnosisParts: readonly StructuredPart[] = [
  { name: 'title', label: ['告警', 'Alarm'], type: 'text' },
  { name: 'alarmNo', label: ['告警编号', 'Alarm no.'], type: 'text' },
  { name: 'troubleCode', label: ['故障代码', 'Trouble code'], type: 'text' },
  { name: 'model', label: ['型号', 'Model'], type: 'text' },
  { name: 'startedAt', label: ['开始', 'Since'], type: 'text' },
  { name: 'solution', label: ['处理建议', 'What to do'], type: 'text' },
];
