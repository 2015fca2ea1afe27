import { type Label, storedText } from '#kernel/language/label.ts';

const boots: Readonly<Record<string, Label>> = {
  power: ['上电', 'Powered on'],
  reset: ['复位启动', 'Started after a reset'],
  watchdog: ['看门狗重启', 'Restarted by its watchdog'],
  ota: ['升级后启动', 'Started after an update'],
  upgrade: ['升级后启动', 'Started after an update'],
};

const refusals: Readonly<Record<string, Label>> = {
  unknown: ['没有登记的设备', 'No such device'],
  password: ['密码不对', 'Wrong password'],
  certificate: ['没有出示登记的证书', 'Its registered certificate was not presented'],
  expired: ['证书不在有效期内', 'The certificate is not valid at this time'],
  disabled: ['设备已停用', 'The device is disabled'],
  banned: ['试错太多，暂时不放行', 'Too many wrong attempts; kept out for a while'],
  away: ['平台正在启动', 'The platform was starting'],
  full: ['连接数已满', 'No room for another connection'],
};

const joined = (parts: readonly (Label | null)[]): string => {
  const there = parts.filter((one) => one !== null);
  return storedText([there.map(([zh]) => zh).join(' · '), there.map(([, en]) => en).join(' · ')]);
};

const same = (text: string | null): Label | null => (text ? [text, text] : null);

/** Return the log text of a device that has started: why it started, its address and firmware. */
export const helloWords = (boot: string | null, ip: string | null, firmware: string | null): string =>
  joined([
    boot === null ? ['启动', 'Started'] : (boots[boot] ?? [`启动（${boot}）`, `Started (${boot})`]),
    same(ip),
    firmware ? [`固件 ${firmware}`, `firmware ${firmware}`] : null,
  ]);

/** Return the log text of a refused login with the key of a device. */
export const loginWords = (why: string, address: string): string =>
  joined([refusals[why] ?? [`登录被拒（${why}）`, `Login refused (${why})`], same(address)]);

/** Return the log text of a connection that another one with the same device key has replaced. */
export const takenOverWords = (from: string, to: string): string =>
  joined([
    ['另一条连接顶替', 'Taken over by another connection'],
    [`${from} → ${to}`, `${from} → ${to}`],
  ]);

/** Return the log text of a registration that is refused because too many devices of the model registered this hour. */
export const registerLimitWords = (modelCode: string, deviceKey: string): string =>
  joined([
    ['本小时自注册的设备已到上限', 'No more devices may register themselves this hour'],
    [`${modelCode} ${deviceKey}`, `${modelCode} ${deviceKey}`],
  ]);

/** Return the log text of a device that used a forbidden topic. */
export const trespassWords = (topic: string, address: string): string =>
  joined([['主题不是它的', 'Not its topic'], same(topic), same(address)]);
