import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { device } from '../../devices/device.paper.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { alarmRule } from './alarm-rule.paper.ts';
import { specsShape } from '../../models/model-schema.rules.ts';

/**
 * Properties and events that a rule of a model or device may name: those of the published version, or of the device's
 * version.
 */
export const ruleProperties = call(alarmRule, 'properties', {
  method: 'GET',
  needs: 'view',
  title: ['规则可用的属性', 'Properties that a rule may ask about'],
  query: { modelId: id(thingModel.title), deviceId: id(device.title) },
  answer: list(
    record({
      attrType: anyText,
      identifier: anyText,
      name: anyText,
      nameEn: anyText,
      dataType: anyText,
      unit: anyText,
      specs: nullable(specsShape),
    }),
  ),
});
