/** Address of a PostgreSQL server. */
export interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/**
 * Parse `jdbc:postgresql://host:port/database` and `postgres://…`; null for another database, or an address with a
 * login.
 */
export function databasePlaceOf(url: string): DatabasePlace | null {
  const plain = url.trim().replace(/^jdbc:/i, '');
  if (!/^postgres(?:ql)?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { hostname, port, pathname, username, password } = new URL(plain);
  const database = decodeURIComponent(pathname.slice(1));
  return hostname && !username && !password && /^[\w.-]{1,63}$/.test(database)
    ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432), database }
    : null;
}

/** Is the host among those allowed by the operator of the server? `host` allows every port, `host:port` that one. */
export const isAllowed = (allowed: readonly string[], host: string, port: number): boolean =>
  allowed.some(
    (one) => one.toLowerCase() === host.toLowerCase() || one.toLowerCase() === `${host.toLowerCase()}:${port}`,
  );
