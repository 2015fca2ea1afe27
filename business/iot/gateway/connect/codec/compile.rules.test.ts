import { describe, expect, test } from 'vitest';
import type { Label } from '#kernel/language/label.ts';
import { compileFrames } from './compile.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault, bytesOf, hexOfBytes } from './frame.rules.ts';

const decode = (config: FrameConfig, fields: readonly FrameField[], frame: string) =>
  compileFrames(config, fields).decode(
    config.deviceConnectFormat === 'json' ? Uint8Array.from(Buffer.from(frame)) : bytesOf(frame),
  );
const encode = (
  config: FrameConfig,
  fields: readonly FrameField[],
  values: Readonly<Record<string, unknown>>,
): string => hexOfBytes(compileFrames(config, fields).encode(values));

const hexConfig: FrameConfig = {
  deviceConnectFormat: 'hex',
  positionUnit: 'byte',
  deviceIdRule: 'field',
  agreementKey: null,
  agreementVal: null,
  startBit: null,
  endBit: null,
};
const field = (startBit: number | null, endBit: number | null, more: Partial<FrameField> = {}): FrameField => ({
  deviceConnectConfigFieldType: 'property',
  fieldName: null,
  iotFieldName: 'x',
  startBit,
  endBit,
  dataType: 'uint',
  byteOrder: null,
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
  ...more,
});

/** The value of one property of a frame. */
const valueOf = (frame: string, more: Partial<FrameField>, config = hexConfig): unknown =>
  decode(config, [field(0, null, more)], frame).props.x;
const faultOf = (work: () => unknown): Label | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof FrameFault) return error.words;
    throw error;
  }
};

describe('读报文 reading a frame', () => {
  test('整数按位宽带正负，浮点四或八字节，BCD 有非十进制数即无此项 each data type decodes from its bits', () => {
    expect([valueOf('FFFE', {}), valueOf('FFFE', { dataType: 'int' }), valueOf('7FFF', { dataType: 'int' })]).toEqual([
      65_534, -2, 32_767,
    ]);
    expect([valueOf('41460000', { dataType: 'float' }), valueOf('4028C00000000000', { dataType: 'float' })]).toEqual([
      12.375, 12.375,
    ]);
    expect(faultOf(() => valueOf('414600', { dataType: 'float' }))?.[1]).toContain('4 or 8 bytes');
    expect([valueOf('001234', { dataType: 'bcd', scale: '0.01' }), valueOf('12A4', { dataType: 'bcd' })]).toEqual([
      12.34,
      undefined,
    ]);
    expect([valueOf('00', { dataType: 'flag' }), valueOf('80', { dataType: 'flag' })]).toEqual([false, true]);
    expect([valueOf('E6B8A9E5BAA62000', { dataType: 'text' }), valueOf('0a ff', { dataType: 'hex' })]).toEqual([
      '温度',
      '0AFF',
    ]);
  });

  test('字节序四种；倍率与偏移不留二进制的尾巴 four byte orders, scale and shift without the noise of binary fractions', () => {
    const orders = ['ABCD', 'DCBA', 'BADC', 'CDAB'].map((byteOrder) => valueOf('01020304', { byteOrder }));
    expect(orders).toEqual([0x01020304, 0x04030201, 0x02010403, 0x03040102]);
    expect([valueOf('0003', { scale: '0.1' }), valueOf('0032', { scale: '0.1', shift: '-40' })]).toEqual([0.3, -35]);
  });

  test('位置可按位、半字节、从末尾数；起点为空接着上一项，终点为空到末尾 positions count in any unit and from either end', () => {
    const of = (positionUnit: string, startBit: number | null, endBit: number | null): unknown =>
      decode({ ...hexConfig, positionUnit }, [field(startBit, endBit)], 'A5 F0 01').props.x;
    expect([of('bit', 1, 3), of('nibble', 1, 2), of('byte', -1, -1), of('byte', 1, null)]).toEqual([
      2, 0x5f, 1, 0xf001,
    ]);
    const following = decode(hexConfig, [field(0, 0, { iotFieldName: 'a' }), field(null, 1)], 'A5F001').props;
    expect(following).toEqual({ a: 0xa5, x: 0xf0 });
    expect(faultOf(() => of('byte', 2, 3))).toEqual(['x:超出报文范围', 'x: lies outside the frame']);
    expect(faultOf(() => of('byte', 2, 1))).not.toBeNull();
  });

  test('标识不符、校验不符都不读 a frame of another protocol or with a wrong checksum is refused', () => {
    const marked = { ...hexConfig, agreementVal: 'aa 55|BB66', startBit: 0, endBit: 1 };
    expect(decode(marked, [field(2, 2)], 'BB6601').props).toEqual({ x: 1 });
    expect(faultOf(() => decode(marked, [field(2, 2)], 'AA6601'))?.[0]).toContain('AA66');
    const summed = [field(0, 1), field(2, 2, { deviceConnectConfigFieldType: 'checksum', iotFieldName: 'sum' })];
    expect(decode(hexConfig, summed, 'FF0201').props).toEqual({ x: 0xff02 });
    expect(faultOf(() => decode(hexConfig, summed, 'FF0202'))).toEqual(['校验不通过', 'The checksum is wrong']);
  });

  test('设备编号取第一个说得出来的来源 the device’s id comes from the first source that has one', () => {
    const id = (deviceIdRule: string, fields: FrameField[] = []): string | null =>
      decode({ ...hexConfig, deviceIdRule }, fields, 'AA01020304').deviceId;
    const named = field(1, 2, { deviceConnectConfigFieldType: 'deviceId', dataType: 'hex' });
    expect([id('field', [named]), id('field||bytes:1-4'), id('bytes:3-9 || const:G7'), id('field')]).toEqual([
      '0102',
      '01020304',
      'G7',
      null,
    ]);
  });

  test('JSON 报文按路径读，缺的为空，坏的说明 a JSON report is read by paths', () => {
    const json = { ...hexConfig, deviceConnectFormat: 'json', deviceIdRule: 'json:$.did' };
    const read = (frame: string, fieldName = '$.d.t') =>
      decode(json, [field(null, null, { fieldName, scale: '0.1' })], frame);
    expect(read('{"did":7,"d":{"t":215}}')).toMatchObject({ deviceId: '7', props: { x: 21.5 } });
    expect([read('{}').props, read('{"d":{"t":{}}}').props, read('{}', '$.constructor.name').props]).toEqual([
      {},
      {},
      {},
    ]);
    expect(faultOf(() => read('{'))).toEqual(['报文不是有效的JSON', 'The frame is not valid JSON']);
  });
});

describe('写指令 writing a command', () => {
  /** Encode a value into a frame and decode it again. */
  const thereAndBack = (value: unknown, bytes: number, more: Partial<FrameField>): unknown => {
    const one = field(0, bytes - 1, more);
    return decode(hexConfig, [one], encode(hexConfig, [one], { x: value })).props.x;
  };

  test('写进去的和读出来的是同一个值，任何类型、任何字节序 encoding and decoding are inverse', () => {
    for (const byteOrder of ['ABCD', 'DCBA', 'BADC', 'CDAB']) {
      for (const [value, bytes, more] of [
        [305_419_896, 4, {}],
        [-12.5, 2, { dataType: 'int', scale: '0.1' }],
        [21.5, 2, { scale: '0.1', shift: '-40' }],
        [12.375, 4, { dataType: 'float' }],
        [-0.001, 8, { dataType: 'float' }],
        [18.5, 4, { dataType: 'float', scale: '0.5', shift: '-40' }],
        [1234, 4, { dataType: 'bcd' }],
        [12, 4, { dataType: 'bcd', scale: '0.1' }],
        [12.34, 4, { dataType: 'bcd', scale: '0.01' }],
        ['AA550102', 4, { dataType: 'hex' }],
        ['温', 4, { dataType: 'text' }],
        [true, 2, { dataType: 'flag' }],
      ] as const)
        expect([more, byteOrder, thereAndBack(value, bytes, { ...more, byteOrder })]).toEqual([more, byteOrder, value]);
    }
  });

  test('放不下的值不写 a value that does not fit is refused', () => {
    const refused = (value: unknown, more: Partial<FrameField> = {}): boolean =>
      faultOf(() => encode(hexConfig, [field(0, 0, more)], { x: value })) !== null;
    expect([255, 256, -1].map((value) => refused(value))).toEqual([false, true, true]);
    expect([-128, 127, -129, 128].map((value) => refused(value, { dataType: 'int' }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([99, 100, -1, '1A'].map((value) => refused(value, { dataType: 'bcd' }))).toEqual([false, true, true, true]);
    expect([refused('AB', { dataType: 'text' }), refused(1.5, { dataType: 'float' })]).toEqual([true, true]);
  });

  test('固定值自动填，校验最后算，位域互不覆盖 constants are filled in, the checksum comes last, bit fields do not overlap', () => {
    const frame = [
      field(2, 2, { deviceConnectConfigFieldType: 'checksum', iotFieldName: 'sum' }),
      field(0, 0, {
        deviceConnectConfigFieldType: 'header',
        iotFieldName: 'head',
        dataType: 'hex',
        constValue: '0xA5',
      }),
      field(1, 1),
    ];
    expect([encode(hexConfig, frame, { x: 3 }), encode(hexConfig, frame, {})]).toEqual(['A503A8', 'A500A5']);
    const bits = [field(0, 2, { iotFieldName: 'mode' }), field(3, 3, { iotFieldName: 'on', dataType: 'flag' })];
    expect(encode({ ...hexConfig, positionUnit: 'bit' }, bits, { mode: 5, on: true })).toBe('B0');
  });

  test('没有字段或有两项不知长短的配置不能编码 nothing, and two fields of unknown length, cannot be encoded', () => {
    for (const fields of [[], [field(0, null), field(null, null)]])
      expect(faultOf(() => encode(hexConfig, fields, {}))?.[0]).toContain('只有位置明确');
    expect(encode(hexConfig, [field(0, 0), field(-1, -1, { iotFieldName: 'y' })], { x: 1, y: 2 })).toBe('0102');
  });
});
