/** Return the token of the header `Authorization: Bearer …`; empty: none. */
export const bearerOf = ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }): string =>
  /^Bearer +(\S{1,400})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
