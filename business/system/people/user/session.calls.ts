import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { ids } from '#kernel/fields/refs/refs.ts';
import { roomCall } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, page, record, yesOrNo } from '#kernel/language/calls/shape.ts';

/** An open session. Its times are in the company's time zone. */
const livingSession = record({
  id: anyText,
  userId: anyText,
  ip: anyText,
  agent: anyText,
  clientId: anyText,
  createTime: anyText,
  usedTime: anyText,
  untilTime: anyText,
  own: yesOrNo,
});

const listAt = (path: string) =>
  roomCall(`${path}/sessions`, {
    method: 'GET',
    needs: 'person',
    title: ['在线会话', 'Living sessions'],
    query: { current: pageNumber(), size: pageSize(10, 200), userId: id(['用户', 'User']) },
    answer: page(livingSession),
  });

const endAt = (path: string) =>
  roomCall(`${path}/end-sessions`, {
    method: 'POST',
    needs: 'person',
    title: ['结束会话', 'End sessions'],
    query: { ids: ids(['会话', 'Sessions'], { required: true }) },
    answer: record({ count: anyNumber }),
  });

/** The call that lists open sessions, at both addresses that clients use. */
export const livingSessions = [listAt('blade-system/user'), listAt('blade-user')] as const;
export const endSessions = [endAt('blade-system/user'), endAt('blade-user')] as const;
