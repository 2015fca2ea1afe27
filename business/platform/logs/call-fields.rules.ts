import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';

/**
 * Fields that all call logs share, under the names that published clients know. Only names of parameters are logged,
 * without their values.
 */
export const callFields = {
  requestUri: text(['请求接口', 'Address'], { auto: true, list: true, filter: 'like', max: 200, width: 280 }),
  method: text(['操作方式', 'Method'], { auto: true, list: true, max: 8, width: 80 }),
  createBy: text(['操作人', 'By'], { auto: true, list: true, filter: 'like', max: 64 }),
  remoteIp: text(['操作IP', 'From IP'], { auto: true, list: true, max: 64 }),
  userAgent: text(['用户代理', 'Browser'], { auto: true, max: 300 }),
  params: text(['参数名', 'Names of parameters'], { auto: true, max: 500 }),
  methodClass: text(['处理类', 'Part'], { auto: true, max: 100 }),
  methodName: text(['处理方法', 'Route'], { auto: true, max: 200 }),
  serviceId: text(['服务ID', 'Service'], { auto: true, filter: 'like', max: 32 }),
  serverIp: text(['服务器IP', 'Server IP'], { auto: true, max: 64 }),
  serverHost: text(['服务器名', 'Server'], { auto: true, max: 128 }),
  env: text(['环境', 'Environment'], { auto: true, max: 16 }),
  time: integer(['耗时（毫秒）', 'Took (ms)'], { auto: true, asText: true }),
  requestId: text(['请求编号', 'Request no.'], { auto: true, filter: 'exact', max: 64 }),
} as const;
