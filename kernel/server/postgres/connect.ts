import pg from 'pg';
import { codeOf, StartupError } from '../settings/startup-error.ts';

const CONNECT_WITHIN_MS = 10_000;

/** Advice for each failure of a connection. The address is shown without its password. */
const REASONS: Record<string, readonly [zh: string, en: string]> = {
  ECONNREFUSED: [
    '那里没有数据库在监听，请检查主机、端口，或先启动数据库',
    'nothing listens there; check host and port, or start the database',
  ],
  ENOTFOUND: ['找不到这个主机名', 'there is no such host'],
  EAI_AGAIN: ['找不到这个主机名', 'there is no such host'],
  ETIMEDOUT: ['连接超时，请检查网络或防火墙', 'it does not answer; check network and firewall'],
  ECONNRESET: ['连接被中断，对方可能不是 PostgreSQL', 'the connection was cut; it may not be a PostgreSQL'],
  '28P01': ['用户名或密码不对', 'the user or password is wrong'],
  '28000': [
    '服务器不允许这样登录（用户、来源地址或 SSL，可试 ?sslmode=require）',
    'the server does not let this user in from here (user, address or SSL; try ?sslmode=require)',
  ],
  '3D000': ['这个数据库还不存在，请先建立', 'this database does not exist yet; create it first'],
  '53300': ['数据库的连接数已满', 'the database has no free connection left'],
  '57P03': ['数据库正在启动或关闭，请稍后再试', 'the database is just starting or stopping; try again in a moment'],
};

/** Connect, or throw an error in plain words with its cause and the remedy. */
export async function connectOrExplain(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined); // A connection that breaks later fails the query that uses it.
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explain(error, url, setting);
  }
}

function explain(error: unknown, url: string, setting: string): StartupError {
  const first = error instanceof AggregateError ? error.errors[0] : error; // localhost is tried as IPv6 and as IPv4
  const message = first instanceof Error ? first.message : String(first);
  const code = codeOf(first) ?? (/timeout/.test(message) ? 'ETIMEDOUT' : '');
  const [zh, en] = REASONS[code] ?? [message, message];
  const shown = new URL(url);
  shown.password = '';
  return new StartupError(
    `连不上数据库 ${shown.href}：${zh}（${setting}）。`,
    `The database ${shown.href} cannot be reached: ${en} (${setting}).`,
  );
}
