import type { Label } from '#kernel/language/label.ts';
import { cjt188 } from '../packs/cjt188.rules.ts';

/** Registers or bits of a Modbus unit. `area`: 0 coils, 1 inputs, 3 input registers, 4 holding registers. */
export interface RegisterSpan {
  readonly area: 0 | 1 | 3 | 4;
  /** Number on the wire, from zero. */ readonly register: number;
  readonly count: number;
}

const MAX_REGISTERS = 125;

/** Return the registers of an address `area:register:count`, or null if it is none. */
export function registersOf(address: string): RegisterSpan | null {
  const found = /^([0134]):(\d{1,5}):(\d{1,3})$/.exec(address);
  if (!found) return null;
  const [area, register, count] = found.slice(1).map(Number);
  if (count < 1 || count > MAX_REGISTERS || register + count > 65_536) return null;
  return { area: area as RegisterSpan['area'], register, count };
}

/**
 * Return the address of a maker's number, such as `#40011` or `#40011:2`. The number has the area and the register, which
 * counts from 1; after the colon is the count of registers. Null: it is no such number.
 */
export function addressOfNumber(number: string): string | null {
  const found = /^#([0134])(\d{4,5})(?::(\d{1,3}))?$/.exec(number.trim());
  if (!found || Number(found[2]) < 1) return null;
  const address = `${found[1]}:${Number(found[2]) - 1}:${found[3] ?? 1}`;
  return registersOf(address) ? address : null;
}

const modbusWords: Label = [
  'Modbus 地址应为 区:寄存器:个数，区为 0、1、3、4，寄存器从零起，个数 1 到 125；或带 # 的厂家编号，如 #40011',
  "A Modbus address is area:register:count: area 0, 1, 3 or 4, register from zero, count 1 to 125; or a maker's number with #, such as #40011",
];

/** Names of the values that the pack reads. */
const waterNames = [...new Set(cjt188.fields.flatMap(({ iotFieldName }) => iotFieldName ?? []))];

const isField = (address: string): boolean => /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u.test(address);
const isPath = (address: string): boolean => /^\$(?:\.[\p{L}_][\p{L}\p{N}_]*|\[\d{1,4}\])+$/u.test(address);

/** Return why an address does not fit the protocol and data format of its model, or null if it does. */
export function addressProblem(protocol: string, dataFormat: string, address: string): Label | null {
  if (protocol.startsWith('modbus')) return registersOf(address) ? null : modbusWords;
  if (protocol === 'dlt645')
    return /^[\dA-F]{8}$/i.test(address)
      ? null
      : ['DL/T 645 数据标识应为 8 位十六进制', 'A DL/T 645 identifier has 8 hex digits'];
  if (protocol === 'cjt188')
    return /^[\dA-F]{4}$/i.test(address) || waterNames.includes(address)
      ? null
      : [
          `CJ/T 188 地址应为 4 位数据标识，或 ${waterNames.join('、')}`,
          `A CJ/T 188 address is an identifier of 4 hex digits, or ${waterNames.join(' or ')}`,
        ];
  if (dataFormat === 'json')
    return isPath(address) || isField(address)
      ? null
      : ['JSON 地址应为 $.路径，如 $.data.t', 'A JSON address is a $.path, such as $.data.t'];
  return isField(address) ? null : ['地址应为报文解析的字段名', 'The address is the name of a decoded field'];
}
