import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const firmwareStatus = dictionary(
  'firmware_status',
  ['固件状态', 'Firmware state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    verifying: ['验证中', 'Being verified', 'blue'],
    verified: ['已验证', 'Verified', 'blue'],
    verify_failed: ['验证失败', 'Verification failed', 'red'],
    released: ['已发布', 'Released', 'green'],
    revoked: ['已撤回', 'Revoked', 'grey'],
  },
  sealed,
);

export const moduleCode = dictionary(
  'module_code',
  ['固件模块', 'Module'],
  {
    mcu: ['主控', 'Main controller'],
    wifi: ['通讯', 'Wi-Fi'],
    app: ['应用', 'Application'],
    ble: ['蓝牙', 'Bluetooth'],
  },
  sealed,
);

export const packageType = dictionary(
  'package_type',
  ['包类型', 'Package'],
  { full: ['整包', 'Full'], delta: ['差分', 'Delta'] },
  sealed,
);

export const upgradeState = dictionary(
  'upgrade_state',
  ['升级状态', 'State of the upgrade'],
  {
    pending: ['待推送', 'Pending', 'amber'],
    queued: ['离线排队', 'Waiting for the device', 'grey'],
    notified: ['已推送', 'Notified', 'blue'],
    confirming: ['待用户确认', 'Waiting for the user', 'amber'],
    downloading: ['下载中', 'Downloading', 'blue'],
    downloaded: ['已下载', 'Downloaded', 'blue'],
    verifying: ['校验中', 'Checking', 'blue'],
    installing: ['安装中', 'Installing', 'blue'],
    rebooting: ['重启中', 'Restarting', 'blue'],
    verifying_version: ['版本确认', 'Version being confirmed', 'blue'],
    success: ['成功', 'Succeeded', 'green'],
    failed: ['失败', 'Failed', 'red'],
    timeout: ['超时', 'Timed out', 'red'],
    canceled: ['已取消', 'Cancelled', 'grey'],
    skipped: ['已跳过', 'Skipped', 'grey'],
  },
  sealed,
);

export const upgradeMode = dictionary(
  'upgrade_mode',
  ['升级方式', 'Upgrade mode'],
  { static: ['静态', 'Static'], dynamic: ['动态', 'Dynamic'] },
  sealed,
);

export const upgradeScope = dictionary(
  'upgrade_scope',
  ['升级范围', 'Scope of the upgrade'],
  {
    all: ['全部', 'All'],
    device: ['指定设备', 'Named devices'],
    tag: ['标签', 'Tag'],
    area: ['区域', 'Region'],
    household: ['家庭', 'Homes'],
    percent: ['灰度', 'Share of devices'],
  },
  sealed,
);

export const pushMode = dictionary(
  'push_mode',
  ['推送方式', 'Push mode'],
  {
    push: ['平台推送', 'Push'],
    pull: ['设备拉取', 'Pull'],
    app_confirm: ['用户确认', 'User confirms'],
  },
  sealed,
);
