import type { Label } from '#kernel/language/label.ts';

/** Words for answers that are not from the server but from something in front of it, by status. */
const byStatus: Readonly<Record<number, Label>> = {
  403: [
    '被网络防火墙或代理拦截（403），请联系管理员',
    'A firewall or proxy in front of the server refused this (403): please ask your administrator',
  ],
  404: [
    '代理没有把这个地址转给服务器（404），请联系管理员',
    'The proxy does not pass this address to the server (404): please ask your administrator',
  ],
  408: ['网络太慢，传输超时（408），请重试', 'The network was too slow (408): please try again'],
  413: [
    '文件或内容超过网络代理的大小限制（413），请缩小后重试，或请管理员调大限制',
    'This is larger than a proxy on the way allows (413): make it smaller, or ask your administrator to raise the limit',
  ],
  429: ['请求过于频繁（429），请稍后再试', 'Too many requests (429): please wait a moment'],
  502: [
    '服务正在重启或暂时连不上（502），填好的内容还在，请稍后重试',
    'The server is restarting or cannot be reached (502): what you typed is still here, please try again shortly',
  ],
  503: [
    '服务暂时不可用（503），填好的内容还在，请稍后重试',
    'The server is not available at the moment (503): what you typed is still here, please try again shortly',
  ],
  504: [
    '服务没有及时应答（504），可能仍在处理，请刷新查看后再重试',
    'The server did not answer in time (504) and may still be working: reload before you try again',
  ],
};

const notOurs: Label = [
  '收到的不是本系统的应答，可能被网络的登录页或代理替换，请检查网络后重试',
  'The answer is not from this system: a login page or proxy of the network may have replaced it, please check the network and try again',
];

/** Return the words for an answer without a readable body, by its status. A good status means that it was cut off. */
export const statusWords = (status: number): Label =>
  byStatus[status] ?? (status < 400 ? notOurs : [`未知错误（${status}）`, `Unknown error (${status})`]);
