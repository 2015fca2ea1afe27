import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { get } from '#kernel/web/http/http.ts';
import { useSession } from '#kernel/web/session/session.ts';

/** What the server says of who is logged in, beyond what the login said. */
export interface Me {
  readonly tenantName?: string;
  readonly tenantLogo?: string;
  readonly still?: 'viewAs' | 'expired';
  /** May people work in one of their roles at a time here? */ readonly switchMode?: boolean;
}

export function useMe(): UseQueryResult<Me> {
  const id = useSession((state) => state.session?.userId);
  return useQuery({
    queryKey: ['me', id],
    queryFn: () => get<Me>('blade-auth/oauth/user-info', {}, { quiet: true }),
    staleTime: Infinity,
  });
}
