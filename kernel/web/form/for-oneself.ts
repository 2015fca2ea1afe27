import { type AnyPaper } from '#kernel/language/paper.ts';
import { FOR_OTHERS } from '#kernel/language/permission.ts';
import { useMay } from '../registry/papers.ts';
import { useSession } from '../session/session.ts';
import type { FormValues } from './form-state.ts';

/** The field that names the person of a row, where people write for themselves alone, with what it holds then; empty where it is typed. */
export function useForOneself(of: AnyPaper): FormValues {
  const may = useMay(of);
  const me = useSession((state) => state.session?.userId);
  return of.self && me && !may(FOR_OTHERS) ? { [String(of.self)]: me } : {};
}
