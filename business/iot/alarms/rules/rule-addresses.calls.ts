import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call, filters, wholeBody } from '#kernel/language/calls/call.ts';
import { anyText, nothing, of, page, record } from '#kernel/language/calls/shape.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { alarmRule } from './alarm-rule.paper.ts';

const things = '/iot/alarm-service/thing-configuration';
const models = '/iot/alarm/v1/models/{modelId}/configuration';
const paging = { current: pageNumber(), size: pageSize(10, 1000) };
const named = { id: id(alarmRule.title, { required: true }) };
const ofModel = { modelId: id(thingModel.title, { required: true }) };
const saved = record({ id: anyText, ruleCode: anyText });

export const thingRules = call(alarmRule, `${things}/page`, {
  method: 'GET',
  needs: 'view',
  title: ['设备告警配置', 'Alarm rules of devices'],
  query: { ...paging, filters: filters(alarmRule) },
  answer: page(of(alarmRule)),
});

export const thingRule = call(alarmRule, `${things}/{id}`, {
  method: 'GET',
  needs: 'view',
  aliases: [`${things.slice(1)}/info/{id}`, `${things.slice(1)}/detail`],
  title: ['一条设备告警配置', 'One alarm rule of a device'],
  query: named,
  answer: of(alarmRule),
});

export const addThingRule = call(alarmRule, `${things}/add`, {
  method: 'POST',
  needs: 'add',
  title: ['新增设备告警配置', 'Create an alarm rule of a device'],
  body: { row: wholeBody(alarmRule) },
  answer: saved,
});

export const changeThingRule = call(alarmRule, `${things}/update`, {
  method: 'POST',
  needs: 'edit',
  title: ['修改设备告警配置', 'Change an alarm rule of a device'],
  body: { row: wholeBody(alarmRule) },
  answer: saved,
});

export const putThingRule = { ...changeThingRule, method: 'PUT' } as const;

export const deleteThingRules = call(alarmRule, `${things}/delete`, {
  method: 'POST',
  needs: 'delete',
  title: ['删除设备告警配置', 'Delete alarm rules of devices'],
  query: { ids: refs('alarmRule', alarmRule.title, { required: true }) },
  answer: nothing,
});

export const deleteThingRule = call(alarmRule, `${things}/delete/{id}`, {
  method: 'DELETE',
  needs: 'delete',
  title: ['删除一条设备告警配置', 'Delete an alarm rule of a device'],
  query: named,
  answer: nothing,
});

export const deleteThingRuleByPost = { ...deleteThingRule, method: 'POST' } as const;

export const modelRules = call(alarmRule, `${models}/page`, {
  method: 'GET',
  needs: 'view',
  aliases: [models.slice(1)],
  title: ['物模型告警配置', 'Alarm rules of a model'],
  query: { ...ofModel, ...paging, filters: filters(alarmRule) },
  answer: page(of(alarmRule)),
});

export const addModelRule = call(alarmRule, models, {
  method: 'POST',
  needs: 'add',
  aliases: [`${models.slice(1)}/create`],
  title: ['新增物模型告警配置', 'Create an alarm rule of a model'],
  query: ofModel,
  body: { row: wholeBody(alarmRule) },
  answer: saved,
});

export const modelRule = call(alarmRule, `${models}/{id}`, {
  method: 'GET',
  needs: 'view',
  title: ['一条物模型告警配置', 'One alarm rule of a model'],
  query: { ...ofModel, ...named },
  answer: of(alarmRule),
});

export const changeModelRule = call(alarmRule, `${models}/{id}`, {
  method: 'PUT',
  needs: 'edit',
  title: ['修改物模型告警配置', 'Change an alarm rule of a model'],
  query: { ...ofModel, ...named },
  body: { row: wholeBody(alarmRule) },
  answer: saved,
});

export const deleteModelRule = call(alarmRule, `${models}/{id}`, {
  method: 'DELETE',
  needs: 'delete',
  title: ['删除物模型告警配置', 'Delete an alarm rule of a model'],
  query: { ...ofModel, ...named },
  answer: nothing,
});
