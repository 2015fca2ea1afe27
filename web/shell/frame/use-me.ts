import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { get } from '#kernel/web/http/http.ts';
import { useSession } from '#kernel/web/session/session.ts';

/** Data about the logged-in person that the answer of the login does not have. */
export interface Me {
  readonly tenantName?: string;
  readonly tenantLogo?: string;
  readonly still?: 'viewAs' | 'expired';
  /** True if people of this company choose one department and role to work in. */ readonly switchMode?: boolean;
}

export function useMe(): UseQueryResult<Me> {
  const id = useSession((state) => state.session?.userId);
  return useQuery({
    queryKey: ['me', id],
    queryFn: () => get<Me>('blade-auth/oauth/user-info', {}, { quiet: true }),
    staleTime: Infinity,
  });
}
