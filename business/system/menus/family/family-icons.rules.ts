import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';

type Icons = readonly [saber: string, sword: string];

const none: Icons = ['iconfont icon-caidan', 'menu'];

/** Our icon names → the closest icon in the font of Saber and in the icon set of Sword. */
const known: Readonly<Record<string, Icons>> = {
  activity: ['iconfont iconicon_exchange', 'api'],
  'book-a': ['iconfont iconicon_addresslist', 'book'],
  'building-2': ['iconfont iconicon_boss', 'bank'],
  database: ['iconfont iconicon_savememo', 'database'],
  filter: ['iconfont iconicon_community_line', 'filter'],
  flame: ['iconfont icon-cuowu', 'warning'],
  'id-card': ['iconfont iconicon_namecard', 'idcard'],
  'key-round': ['iconfont iconicon_mobilephone', 'key'],
  'list-checks': ['iconfont icon-rizhi', 'profile'],
  map: ['iconfont iconicon_GPS', 'environment'],
  megaphone: ['iconfont iconicon_notice', 'notification'],
  menu: ['iconfont icon-caidanguanli', 'menu'],
  network: ['iconfont iconicon_group', 'apartment'],
  'panel-top': ['iconfont icon-daohanglanmoshi02', 'layout'],
  plug: ['iconfont iconicon_subordinate', 'link'],
  puzzle: ['iconfont icon-wxbgongju', 'code'],
  ruler: ['iconfont icon-biaoge', 'table'],
  settings: ['iconfont iconicon_setting', 'setting'],
  shield: ['iconfont icon-quanxian', 'safety'],
  'sliders-horizontal': ['iconfont icon-canshu', 'control'],
  user: ['iconfont icon-yonghu', 'user'],
};

/**
 * Return the icon of a published client for one of our icons. An icon class of Saber's own font (`iconfont …`) is
 * returned unchanged for Saber; Sword, which lacks that font, gets its menu icon.
 */
export function familyIcon(icon: string, client: FamilyClient): string {
  if (icon.startsWith('iconfont ')) return client === 'swordReact' ? none[1] : icon;
  return (Object.hasOwn(known, icon) ? known[icon] : none)[client === 'swordReact' ? 1 : 0];
}
