/**
 * Split a pattern such as `GET /api/blade-system/user/**` into its method, if it names one, and its path below /api.
 */
export function callIn(text: string): { readonly method?: string; readonly path: string } {
  const words = text.trim();
  const [method] = /^(?:GET|POST)(?=\s)/i.exec(words) ?? [];
  return {
    ...(method && { method: method.toUpperCase() }),
    path: words
      .slice(method?.length ?? 0)
      .trimStart()
      .replace(/^\/?(api\/)?/, ''),
  };
}

/**
 * Check the path of an API scope. It must name a service other than `auth` and `core`, so that no scope closes the
 * login.
 */
export const isScopePath = (text: string): boolean =>
  /^(?:(GET|POST)\s+)?\/?(api\/)?blade-(?!auth\/|core\/)[a-z]+\/[\w/.{}-]*(\*\*)?$/i.test(text.trim());
