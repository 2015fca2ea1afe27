import { type AnyPaper } from '#kernel/language/paper.ts';
import { FOR_OTHERS } from '#kernel/language/permission.ts';
import { useMay } from '../registry/papers.ts';
import { useSession } from '../session/session.ts';
import type { FormValues } from './form-state.ts';

/**
 * For people who may write rows only about themselves: return the `self` field with their own id. Empty for all others,
 * who choose the person.
 */
export function useForOneself(of: AnyPaper): FormValues {
  const may = useMay(of);
  const me = useSession((state) => state.session?.userId);
  return of.self && me && !may(FOR_OTHERS) ? { [String(of.self)]: me } : {};
}
