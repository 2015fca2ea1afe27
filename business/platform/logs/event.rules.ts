import { type Label, inBoth } from '#kernel/language/label.ts';

/** The route, status and summary of an answered call. */
interface Heard {
  readonly route: string;
  readonly status: number;
  readonly summary: Label;
}

/** Calls that are security events: pattern of the route's end, name of the event, and its label. */
const NOTED: readonly (readonly [RegExp, string, Label])[] = [
  [/\/(?:oauth\/)?token$/, 'login', ['登录', 'Log in']],
  [/\/oauth\/logout$|\/logout$/, 'logout', ['退出', 'Log out']],
  [/\/reveal$/, 'reveal', ['查看明文', 'Read in clear']],
  [/\/(?:[a-z]+E|e)xport[\w-]*$|\/download$/, 'export', ['导出', 'Export']],
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

/** Labels of the events. */
export const eventWords: Readonly<Record<string, Label>> = Object.fromEntries(
  NOTED.map(([, event, words]) => [event, words]),
);

/**
 * Return the event of a call; null if its route is no security event. Refused calls are warnings, failed ones errors.
 */
export function eventOf({
  route,
  status,
  summary,
}: Heard): { readonly logLevel: 'info' | 'warn' | 'error'; readonly logId: string; readonly logData: string } | null {
  const found = NOTED.find(([at]) => at.test(route));
  if (!found) return null;
  const outcome: Label =
    status < 400
      ? ['成功', 'done']
      : status < 500
        ? [`被拒绝（${status}）`, `refused (${status})`]
        : [`失败（${status}）`, `failed (${status})`];
  const textIn = (at: 0 | 1): string => `${found[2][at]} · ${summary[at]} · ${outcome[at]}`.slice(0, 240);
  return {
    logLevel: status < 400 ? 'info' : status < 500 ? 'warn' : 'error',
    logId: found[1],
    logData: inBoth([textIn(0), textIn(1)]),
  };
}
