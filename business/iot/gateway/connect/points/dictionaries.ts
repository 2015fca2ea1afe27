import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const connProtocol = dictionary(
  'conn_protocol',
  ['协议', 'Protocol'],
  {
    mqtt: ['MQTT', 'MQTT'],
    http: ['HTTP', 'HTTP'],
    tcp_server: ['TCP 服务端', 'TCP server'],
    tcp_client: ['TCP 客户端', 'TCP client'],
    udp: ['UDP', 'UDP'],
    websocket: ['WebSocket', 'WebSocket'],
    coap: ['CoAP', 'CoAP'],
    modbus_tcp: ['Modbus TCP', 'Modbus TCP'],
    modbus_rtu_over_tcp: ['Modbus RTU over TCP', 'Modbus RTU over TCP'],
    dlt645: ['DL/T 645', 'DL/T 645'],
    cjt188: ['CJ/T 188', 'CJ/T 188'],
  },
  sealed,
);

export const dmdDirection = dictionary(
  'dmd_direction',
  ['数据方向', 'Direction of data'],
  { up: ['上行', 'Up'], down: ['下行', 'Down'], both: ['双向', 'Both'] },
  sealed,
);

export const dmdFilter = dictionary(
  'dmd_filter',
  ['数据过滤', 'Filter of values'],
  { none: ['不过滤', 'None'], clamp: ['限幅', 'Clamp to the range'] },
  sealed,
);

export const pollGroup = dictionary(
  'poll_group',
  ['采集组', 'Poll group'],
  {
    fast: ['快（10 秒）', 'Fast (10 s)'],
    normal: ['普通（60 秒）', 'Normal (60 s)'],
    slow: ['慢（600 秒）', 'Slow (600 s)'],
  },
  sealed,
);
