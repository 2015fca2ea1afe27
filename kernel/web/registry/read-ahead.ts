import type { AnyPaper } from '#kernel/language/paper.ts';
import { queryClient } from '../query/client.ts';
import { USUAL_SIZE, listKey, listQuery, listPlaceOf } from '../query/list-query.ts';
import { copied } from '../query/list-settings.ts';
import { language } from '../i18n/words.ts';
import { cardsQuery } from '../query/cards-query.ts';
import { readList } from './paper-calls.ts';
import { isPhone } from './phone.ts';

/** Request the rows of a list from its address, before the code of the screen has loaded. */
export function readAhead(of: AnyPaper, search: string): void {
  const place = listPlaceOf(search, copied(of).settings?.size ?? USUAL_SIZE);
  const view = (
    of.views as Readonly<Record<string, { readonly filter: Readonly<Record<string, string>> }>> | undefined
  )?.[place.view];
  // The filters of a saved view are only on the server, and other layouts have queries of their own.
  if ((place.view && !view) || place.as) return;
  const query = listQuery(of, place, view?.filter);
  if (isPhone()) void queryClient.prefetchInfiniteQuery(cardsQuery(of, query, language()));
  else
    void queryClient.prefetchQuery({
      queryKey: listKey(of, query, language()),
      queryFn: ({ signal }) => readList(of, query, signal),
    });
}
