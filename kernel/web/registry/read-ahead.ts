import type { AnyPaper } from '#kernel/language/paper.ts';
import { queryClient } from '../query/client.ts';
import { USUAL_SIZE, listKey, listQuery, listPlaceOf } from '../query/list-query.ts';
import { copied } from '../query/list-settings.ts';
import { language } from '../i18n/words.ts';
import { cardsQuery } from '../query/cards-query.ts';
import { readList } from './paper-calls.ts';
import { isPhone } from './phone.ts';

/** Asks for the rows of a screen before the screen is there: by its address it is known which ones it will show. */
export function readAhead(of: AnyPaper, search: string): void {
  const place = listPlaceOf(search, copied(of).settings?.size ?? USUAL_SIZE);
  const view = (
    of.views as Readonly<Record<string, { readonly filter: Readonly<Record<string, string>> }>> | undefined
  )?.[place.view];
  // Which rows a view of one's own shows is known only to the server.
  if ((place.view && !view) || place.as) return;
  const query = listQuery(of, place, view?.filter);
  if (isPhone()) void queryClient.prefetchInfiniteQuery(cardsQuery(of, query, language()));
  else
    void queryClient.prefetchQuery({
      queryKey: listKey(of, query, language()),
      queryFn: ({ signal }) => readList(of, query, signal),
    });
}
