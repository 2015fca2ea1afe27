import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  bothLanguages,
  choice,
  list,
  map,
  nullable,
  record,
} from '#kernel/language/calls/shape.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { specsShape } from '#business/iot/models/model-schema.rules.ts';

const named = () => mac(['MAC地址', 'MAC'], { required: true });

const values = map(anything('deviceValue'));

export const settingDetail = call(device, 'blade-operation/equipmentSetting/detail', {
  method: 'GET',
  needs: 'view',
  aliases: ['equipmentSetting/detail'],
  title: ['设备设置', 'Settings of a device'],
  query: { mac: named() },
  answer: record({
    mac: anyText,
    desired: values,
    reported: values,
    metadata: map(
      record({ desiredTime: nullable(anyText), reportedTime: nullable(anyText), user: anyText, userName: anyText }),
    ),
    version: anyNumber,
    items: list(
      record({
        identifier: anyText,
        name: bothLanguages,
        dataType: anyText,
        unit: nullable(anyText),
        specs: nullable(specsShape),
        value: nullable(anything('deviceValue')),
        state: choice('reported', 'waiting', 'expired'),
      }),
    ),
  }),
});

export const settingUpdate = call(device, 'blade-operation/equipmentSetting/update', {
  method: 'POST',
  needs: 'view',
  aliases: ['equipmentSetting/update'],
  title: ['修改设备设置', 'Change settings of a device'],
  body: {
    mac: named(),
    version: integer(['版本', 'Version'], { required: true, max: 1_000_000_000 }),
    values: structured<Record<string, unknown>, { required: true }>(['设置', 'Values'], {
      required: true,
      free: 'deviceValue',
    }),
    override: flag(['越过作业锁定', 'Pass the lock-out']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ instructionId: nullable(anyText), delta: values, version: anyNumber }),
});
