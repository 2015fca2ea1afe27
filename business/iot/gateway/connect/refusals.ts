import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals about configurations of frames. Their reasons on the wire are those of the room they were in first. */
export const refuse = refusals('platform', {
  keyIdMissing: no(400, ['缺少参数 keyId', 'Parameter keyId is missing']),
  fieldRange: no(400, ['结束位不能小于起始位', 'The end may not lie before the start']),
  portTaken: no(409, (about: { name: string }): Label => [
    `端口上的“${about.name}”有同样的协议标识值，请换端口，或填不同的协议标识值`,
    `“${about.name}” uses this port and agreement value: choose another port, or another value`,
  ]),
  frameWrong: no(400, (about: { words: Label }): Label => about.words),
  notLive: no(409, (about: { words: Label; sample: string | null }): Label =>
    about.sample === null
      ? [`不能生效：${about.words[0]}`, `Not published: ${about.words[1]}`]
      : [
          `不能生效：样例“${about.sample}”${about.words[0]}`,
          `Not published: sample “${about.sample}”: ${about.words[1]}`,
        ],
  ),
  publishedMeanwhile: no(409, [
    '其他人已改过这份配置，请刷新后再发布',
    'Somebody else has changed this configuration: load it again before publishing',
  ]),
  noLive: no(409, ['配置还没有生效', 'The configuration is not published']),
  frameGone: no(404, ['报文已不在，原始报文只留一天', 'The frame is gone: frames are kept for a day']),
  frameSent: no(400, ['下发的报文不能存为样例', 'A frame that was sent down makes no sample']),
  replaySpan: no(400, ['重放的时间须在 24 小时以内', 'A replay covers at most 24 hours']),
  packWrong: no(400, (about: { words: Label }): Label => about.words),
  packAttributeMissing: no(400, (about: { name: string }): Label => [
    `映射的属性 ${about.name} 不在物模型里`,
    `The mapping names ${about.name}, which the thing model does not have`,
  ]),
  packUnknown: no(404, ['没有这个内置协议', 'There is no such protocol']),
  noDevicesYet: no(409, [
    '这段时间没有留存的原始报文，没有可以重放的',
    'No frames of this time are kept: there is nothing to replay',
  ]),
});

/** Refusals about points of connections and their mappings. */
export const refusePoint = refusals('iot', {
  pointWrong: no(400, (about: { words: Label; code: string }): Label => [
    `${about.code}：${about.words[0]}`,
    `${about.code}: ${about.words[1]}`,
  ]),
  mappingWrong: no(400, (about: { words: Label }): Label => about.words),
  attributeElsewhere: no(400, ['功能不是这个物模型的属性', 'The attribute is no property of this thing model']),
  sourceMissing: no(400, ['请选择点位或填写来源字段', 'Choose a point or enter a source field']),
  pointElsewhere: no(400, ['点位不属于这个连接模型', 'The point is not of this connection model']),
  pointReadOnly: no(400, ['点位只读，不能下行', 'The point is read-only: it takes no commands']),
  rawMalformed: no(400, ['原始值应为数、文本或真假', 'A raw value is a number, a text, true or false']),
});
