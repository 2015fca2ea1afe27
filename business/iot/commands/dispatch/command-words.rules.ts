import { type Label, storedText } from '#kernel/language/label.ts';

/** Why a command ended or waits, by a word that programs use. */
const words = {
  gone: ['设备已退役或不存在', 'The device is retired or gone'],
  disabled: ['设备已禁用', 'The device is disabled'],
  model: ['设备已换了物模型', 'The device is of another model now'],
  moved: ['设备已离开这户', 'The device has left the home'],
  away: ['设备离线', 'The device is away'],
  unheard: ['没有订阅', 'It has not subscribed'],
  full: ['设备未确认的消息过多', 'Too many messages are unacknowledged'],
  unencodable: ['设备收不下这么长的指令', 'The command is longer than the device takes'],
  unsafe: ['高风险指令只走加密或局域网连接', 'A command of high risk needs an encrypted or local connection'],
  working: ['有人在作业', 'Somebody works at the home'],
  upgrading: ['设备正在升级', 'The device is upgrading'],
  expired: ['过期', 'Expired'],
  timeout: ['没有回复', 'No reply'],
  unverified: ['应答成功但没变', 'It replied success, but nothing changed'],
  noFile: ['应答成功，但没有收到文件', 'It replied success, but sent no file'],
  report: ['以上报的值为准', 'By its report'],
  canceled: ['已取消', 'Canceled'],
  busy: ['设备忙', 'The device is busy'],
} as const satisfies Readonly<Record<string, Label>>;

export type CommandWord = keyof typeof words;

/** Return the stored text of a word, in both languages. */
export const commandText = (word: CommandWord): string => storedText(words[word]);
