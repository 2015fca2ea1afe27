/** `GET /api/blade-system/user/**` taken apart: the method, where one is named, and the path below /api. */
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

/** May this be the path of an API scope? It names a service, so that nobody closes the way in by a slip. */
export const isScopePath = (text: string): boolean =>
  /^(?:(GET|POST)\s+)?\/?(api\/)?blade-(?!auth\/|core\/)[a-z]+\/[\w/.{}-]*(\*\*)?$/i.test(text.trim());
