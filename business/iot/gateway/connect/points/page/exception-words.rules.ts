import type { Label } from '#kernel/language/label.ts';

/** Exceptions of Modbus units. */
const modbus: Readonly<Record<number, Label>> = {
  1: ['不支持这个功能', 'Function not supported'],
  2: ['没有这个寄存器', 'No such register'],
  3: ['值或个数不对', 'Wrong value or count'],
  4: ['设备故障', 'Failure of the unit'],
  6: ['设备忙', 'Unit is busy'],
  11: ['网关后没有应答', 'No answer behind the gateway'],
};

/** Errors of electricity meters, one bit each: DL/T 645-2007, 7.1.5. */
const dlt645: Readonly<Record<number, Label>> = {
  1: ['其他错误', 'Another error'],
  2: ['没有请求的数据', 'No such data'],
  4: ['密码错或未授权', 'Wrong password, or no right'],
};

const cjt188: Readonly<Record<number, Label>> = {};

/** Return an exception of a unit in words, by the protocol of its bus. */
export function exceptionWords(code: number, protocol: string): Label {
  const words = protocol === 'dlt645' ? dlt645 : protocol === 'cjt188' ? cjt188 : modbus;
  return words[code] ?? [`异常 ${code}`, `Exception ${code}`];
}
