import { day } from '#kernel/fields/day/day.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import { fileAnswer } from '#kernel/language/calls/shape.ts';
import { device } from '#business/iot/devices/device.paper.ts';

/** Export a workbook with the hours online of each device and day in a span. */
export const exportOnlineRate = call(device, 'blade-operation/device/export-online-rate', {
  method: 'POST',
  needs: 'export',
  aliases: ['device/export-online-rate'],
  title: ['导出在线率', 'Export online rates'],
  body: {
    from: day(['从', 'From']),
    to: day(['到', 'Until']),
    filters: filters(device),
  },
  answer: fileAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});
