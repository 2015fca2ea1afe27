import type { Label } from '#kernel/language/label.ts';

const away: Label = [
  '服务正在重启或暂时连不上，填好的内容还在，请稍后重试',
  'The server is restarting or out of reach: your input is still here, please try again shortly',
];

/** Words for answers that come from something in front of the server, by status. */
const byStatus: Readonly<Record<number, Label>> = {
  403: ['被防火墙或代理拦截，请联系管理员', 'Refused by a firewall or proxy: please ask your administrator'],
  413: [
    '超过网络代理的大小限制，请缩小后重试，或请管理员调大限制',
    'Larger than a proxy on the way allows: make it smaller, or ask your administrator to raise the limit',
  ],
  502: away,
  503: away,
  504: [
    '服务没有及时应答，可能仍在处理，请刷新查看后再重试',
    'The server did not answer in time and may still be working: reload before you try again',
  ],
};

const notOurs: Label = [
  '收到的不是本系统的应答，请检查网络后重试',
  'The answer is not from this system: please check the network and try again',
];

/** Return the words for an answer without a readable body, by its status. A good status means that it was cut off. */
export function statusWords(status: number): Label {
  const [zh, en] = byStatus[status] ?? (status < 400 ? notOurs : ['未知错误', 'Unknown error']);
  return [`${zh}（${status}）`, `${en} (${status})`];
}
