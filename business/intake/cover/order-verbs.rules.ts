import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { cancelReason, holdReason } from '../dictionaries.ts';

interface VerbInput<From extends string, To extends string> {
  readonly from: readonly From[];
  readonly to: To;
  readonly roles: readonly string[];
  /** The path of the action's call, below the paper. */ readonly path: string;
}

/** Return the action that cancels an order, with its reason. */
export const cancelVerb = <const From extends string, const To extends string>({
  from,
  to,
  roles,
  path,
}: VerbInput<From, To>) => ({
  label: ['取消', 'Cancel'] as const,
  from,
  to,
  roles,
  call: { path, action: 'cancel' },
  asks: {
    cancelReason: dict(cancelReason, ['取消原因', 'Cancel reason'], { required: true }),
    reason: text(['说明', 'Note'], { max: 500, wide: true }),
  },
  said: ['已取消', 'Cancelled'] as const,
  icon: 'ban' as const,
  danger: true,
});

/** Return the action that puts an order on hold until a moment, with its reason. */
export const holdVerb = <const From extends string, const To extends string>({
  from,
  to,
  roles,
  path,
}: VerbInput<From, To>) => ({
  label: ['挂起', 'Hold'] as const,
  from,
  to,
  roles,
  call: { path, action: 'hold' },
  asks: {
    holdReason: dict(holdReason, ['挂起原因', 'Hold reason'], { required: true }),
    holdUntil: moment(['挂起至', 'Hold until']),
    reason: text(['说明', 'Note'], { max: 500, wide: true }),
  },
  said: ['已挂起', 'On hold'] as const,
  icon: 'clock' as const,
});

/** Return the action that releases an order from hold. */
export const releaseVerb = <const From extends string, const To extends string>({
  from,
  to,
  roles,
  path,
}: VerbInput<From, To>) => ({
  label: ['解除挂起', 'Release'] as const,
  from,
  to,
  roles,
  call: { path, action: 'release' },
  said: ['已解除挂起', 'Released'] as const,
  icon: 'rotate-ccw' as const,
  prominent: true,
});

/**
 * Return the action by which a lead changes the cover, with a reason; the state does not change. For the cover by a
 * contract the lead may name it.
 */
export const coverVerb = <const State extends string>(state: State, path: string) => ({
  label: ['改判维保', 'Change cover'] as const,
  from: [state] as const,
  to: state,
  roles: ['as_cs_lead'],
  call: { path, action: 'cover' },
  asks: {
    weibao: dict(weibao, ['维保类型', 'Cover'], { required: true, example: 'goodwill' }),
    schemeId: ref('scheme', ['维保方案', 'Service contract'], {
      help: ['改为维保方案且有多份适用时选择', 'For the cover by a contract, where several fit'],
    }),
    reason: text(['改判理由', 'Reason'], { required: true, max: 200, wide: true }),
  },
  said: ['已改判', 'Cover changed'] as const,
  icon: 'shield-check' as const,
  batch: false,
});
