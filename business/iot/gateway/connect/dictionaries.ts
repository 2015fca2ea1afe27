import { dictionary } from '#kernel/language/dictionary.ts';

export const connectType = dictionary('device_connect_type', ['接入类型', 'Connection'], {
  tcp_server: ['TCP 服务端', 'TCP server'],
  tcp_client: ['TCP 客户端', 'TCP client'],
  udp: ['UDP', 'UDP'],
  mqtt_broker: ['平台 MQTT', 'Our MQTT broker'],
  mqtt_client: ['外部 MQTT', 'Other MQTT broker'],
  http: ['HTTP 上报', 'HTTP report'],
  websocket: ['WebSocket', 'WebSocket'],
  coap: ['CoAP', 'CoAP'],
});

export const connectMethod = dictionary('device_connect_method', ['接入方法', 'Transmission'], {
  long: ['长连接', 'Stays connected'],
  short: ['短连接', 'Connects each time'],
  poll: ['平台轮询', 'We ask'],
  subscribe: ['订阅', 'Subscribes'],
  push: ['推送', 'Pushes'],
});

export const connectFormat = dictionary('device_connect_format', ['数据格式', 'Data format'], {
  hex: ['二进制（HEX）', 'Binary (hex)'],
  ascii: ['ASCII 文本', 'ASCII text'],
  json: ['JSON', 'JSON'],
});

export const connectFieldType = dictionary('device_connect_config_field_type', ['字段类型', 'Kind of field'], {
  header: ['帧头', 'Header'],
  length: ['长度', 'Length'],
  deviceId: ['设备标识', 'Device id'],
  msgType: ['功能码', 'Message type'],
  msgId: ['流水号', 'Message id'],
  timestamp: ['时间', 'Time'],
  property: ['属性', 'Property'],
  event: ['事件/故障', 'Event'],
  status: ['在线/应答码', 'Status'],
  tlv: ['TLV 区', 'TLV'],
  repeat: ['循环组', 'Repeated group'],
  payload: ['数据体', 'Payload'],
  checksum: ['校验', 'Checksum'],
  footer: ['帧尾', 'Footer'],
  const: ['固定值', 'Constant'],
  reserved: ['保留', 'Reserved'],
});

export const positionUnit = dictionary(
  'position_unit',
  ['位置单位', 'Unit of positions'],
  {
    byte: ['字节', 'Bytes'],
    bit: ['位', 'Bits'],
    nibble: ['半字节（HEX字符）', 'Half bytes'],
    char: ['字符', 'Characters'],
  },
  { sealed: true },
);

export const fieldData = dictionary(
  'connect_data_type',
  ['数据类型', 'Data type'],
  {
    uint: ['无符号整数', 'Unsigned integer'],
    int: ['有符号整数', 'Signed integer'],
    float: ['浮点数', 'Float'],
    bcd: ['BCD码', 'BCD'],
    text: ['文本', 'Text'],
    hex: ['原样HEX', 'Hex as it is'],
    flag: ['开关量', 'Flag'],
    bcdtime: ['BCD时间', 'Time in BCD'],
    unix: ['Unix 秒', 'Unix seconds'],
    unixms: ['Unix 毫秒', 'Unix milliseconds'],
    enum: ['枚举', 'Enumeration'],
    bitmap: ['位图', 'Bit map'],
    ascii: ['ASCII文本', 'ASCII text'],
    gbk: ['GBK文本', 'GBK text'],
  },
  { sealed: true },
);

export const byteOrder = dictionary(
  'byte_order',
  ['字节序', 'Byte order'],
  {
    ABCD: ['高位在前（ABCD）', 'High byte first (ABCD)'],
    DCBA: ['低位在前（DCBA）', 'Low byte first (DCBA)'],
    CDAB: ['字内高位在前（CDAB）', 'Words swapped (CDAB)'],
    BADC: ['字节交换（BADC）', 'Bytes swapped (BADC)'],
  },
  { sealed: true },
);

export const checksumKind = dictionary(
  'checksum_kind',
  ['校验算法', 'Checksum'],
  {
    sum8: ['累加和', 'Sum of 8 bits'],
    sum16: ['累加和（16位）', 'Sum of 16 bits'],
    xor8: ['异或', 'Xor'],
    lrc: ['纵向冗余（LRC）', 'LRC'],
    crc8: ['CRC8', 'CRC-8'],
    crc16modbus: ['CRC16-Modbus', 'CRC-16 Modbus'],
    crc16ccitt: ['CRC16-CCITT（FFFF）', 'CRC-16 CCITT (FFFF)'],
    crc16xmodem: ['CRC16-XMODEM', 'CRC-16 XMODEM'],
    crc32: ['CRC32', 'CRC-32'],
  },
  { sealed: true },
);

export const frameCharset = dictionary(
  'frame_charset',
  ['报文字符集', 'Character set of frames'],
  { utf8: ['UTF-8', 'UTF-8'], gbk: ['GBK', 'GBK'], latin1: ['Latin-1', 'Latin-1'] },
  { sealed: true },
);

export const frameDirection = dictionary(
  'frame_direction',
  ['报文方向', 'Direction of a frame'],
  { up: ['上行', 'Up'], down: ['下行', 'Down'], both: ['双向', 'Both'] },
  { sealed: true },
);
