import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { type LiveEvent, useLive } from '../realtime/live.ts';
import { queryClient } from '../query/client.ts';

export interface CommentEntry {
  readonly id: string;
  readonly words: string;
  readonly by: string;
  readonly byName: string;
  readonly portrait?: string;
  readonly at: string;
  readonly mentions: readonly { readonly id: string; readonly name: string }[];
  readonly mayRemove: boolean;
}

export const COMMENTS = 'blade-core/comments';
export const commentsKey = (of: AnyPaper, id: string): readonly string[] => ['comments', of.name, id];

/** The comments of a row; read again when the stream reports a new one. */
export function useComments(of: AnyPaper, id: string | undefined): readonly CommentEntry[] {
  const { data = [] } = useQuery({
    queryKey: commentsKey(of, id ?? ''),
    enabled: Boolean(id),
    queryFn: ({ signal }) => get<CommentEntry[]>(COMMENTS, { paper: of.name, id }, { signal, quiet: true }),
  });
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (
          event.type === 'reopened' ||
          (event.type === 'changed' && event.action === 'comment' && event.paper === of.name)
        )
          void queryClient.invalidateQueries({ queryKey: ['comments', of.name] });
      },
      [of.name],
    ),
  );
  return data;
}
