import { type Label, inBoth } from '#kernel/language/label.ts';

/** What the rules need to know of a call. */
interface Heard {
  readonly route: string;
  readonly status: number;
  readonly summary: Label;
}

/** Calls that somebody who keeps the company safe wants to know of, by the end of their route. */
const NOTED: readonly (readonly [RegExp, string, Label])[] = [
  [/\/(?:oauth\/)?token$/, 'login', ['登录', 'Log in']],
  [/\/oauth\/logout$|\/logout$/, 'logout', ['退出', 'Log out']],
  [/\/reveal$/, 'reveal', ['查看明文', 'Read in clear']],
  [/\/export[\w-]*$/, 'export', ['导出', 'Export']],
  [/\/import\/commit$|\/import-[\w-]+$/, 'import', ['导入', 'Import']],
  [/\/grant$/, 'grant', ['授权', 'Grant']],
  [/\/reset-[\w-]+$|\/update-password$/, 'password', ['密码', 'Password']],
  [/\/unlock$/, 'unlock', ['解锁账号', 'Account unlocked']],
  [/\/remove$|\/del(?:\/son)?$/, 'remove', ['删除', 'Removed']],
  [/\/enable$/, 'enable', ['启用', 'Enabled']],
  [/\/merge$/, 'merge', ['合并', 'Merged']],
  [/\/gen-code$/, 'code', ['生成代码', 'Code made']],
  [/\/downloadBatch$/, 'download', ['批量下载', 'Files downloaded']],
];

/** What the events are called. */
export const eventWords: Readonly<Record<string, Label>> = Object.fromEntries(
  NOTED.map(([, event, words]) => [event, words]),
);

/** The event a call is, or null where it is everyday work. Refused ones are warnings. */
export function eventOf({
  route,
  status,
  summary,
}: Heard): { readonly logLevel: 'info' | 'warn' | 'error'; readonly logId: string; readonly logData: string } | null {
  const found = NOTED.find(([at]) => at.test(route));
  if (!found) return null;
  const said: Label =
    status < 400
      ? ['成功', 'done']
      : status < 500
        ? [`被拒绝（${status}）`, `refused (${status})`]
        : [`失败（${status}）`, `failed (${status})`];
  const told = (at: 0 | 1): string => `${found[2][at]} · ${summary[at]} · ${said[at]}`.slice(0, 240);
  return {
    logLevel: status < 400 ? 'info' : status < 500 ? 'warn' : 'error',
    logId: found[1],
    logData: inBoth([told(0), told(1)]),
  };
}
