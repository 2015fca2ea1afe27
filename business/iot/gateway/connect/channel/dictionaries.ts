import { dictionary } from '#kernel/language/dictionary.ts';

export const connState = dictionary(
  'conn_state',
  ['连接状态', 'State of the connection'],
  {
    stopped: ['已停止', 'Stopped', 'grey'],
    starting: ['启动中', 'Starting', 'blue'],
    running: ['运行中', 'Running', 'green'],
    error: ['异常', 'Failed', 'red'],
  },
  { sealed: true },
);
