import { id } from '#kernel/fields/ref/ref.ts';
import type { Contract } from '#kernel/language/calls/call.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Route } from '../route.ts';

/** Address of a paper whose clients use the REST style, and the standard call that answers it. */
interface RestPlace {
  readonly method: Route['method'];
  readonly path: string;
  readonly by: string;
}

const places: readonly RestPlace[] = [
  { method: 'GET', path: '{id}', by: 'detail' },
  { method: 'GET', path: 'info/{id}', by: 'detail' },
  { method: 'POST', path: 'add', by: 'save' },
  { method: 'PUT', path: 'update', by: 'update' },
  { method: 'POST', path: 'delete', by: 'remove' },
  { method: 'POST', path: 'delete/{id}', by: 'remove' },
  { method: 'DELETE', path: 'delete/{id}', by: 'remove' },
];

/** Return a contract whose row is named by its address, never by the body. */
const named = (contract: Contract, paper: AnyPaper): Contract => {
  const { id: _, ids: __, matching: ___, ...body } = contract.body ?? {};
  return {
    ...contract,
    ...(contract.body && { body }),
    query: { ...contract.query, id: id(paper.title, { required: true }) },
  };
};

/**
 * Return the standard calls of a paper at addresses in the REST style: `page`, `{id}`, `add`, `update`, `delete/{id}`,
 * by GET, POST, PUT and DELETE.
 */
export function restRoutes(paper: AnyPaper, standard: readonly Route[]): Route[] {
  if (paper.habit !== 'rest') return [];
  return places.flatMap(({ method, path, by }): Route[] => {
    const route = standard.find(
      (one) => one.path === `${paper.path}/${by}` && (one.method === 'GET') === (method === 'GET'),
    );
    if (!route || !('work' in route)) return [];
    const isNamed = path.includes('{id}');
    return [
      {
        ...route,
        method,
        path: `${paper.path}/${path}`,
        contract: isNamed ? named(route.contract, paper) : route.contract,
        work: (call) =>
          route.work(
            isNamed && by === 'remove'
              ? { ...call, query: {}, body: { reason: call.body.reason, ids: call.params.id } }
              : call,
          ),
      },
    ];
  });
}
