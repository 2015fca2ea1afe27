import type { Parameter, Room } from '#kernel/language/room.ts';
import { consent } from './consent/consent.paper.ts';
import * as dictionaries from './dictionaries.ts';

const parameters: readonly Parameter[] = [
  {
    key: 'as.consent.codeAbove',
    label: ['客户同意费用超过多少元须短信验证码', 'Price above which an agreement needs a code by SMS (CNY)'],
    initial: '500',
  },
];

/** Pages that customers open by a link, and their agreement to a price. */
export default {
  name: 'aftercare',
  title: ['客户页面', 'Customer pages'],
  needs: ['system', 'masterdata', 'customers', 'messaging', 'intake', 'dispatch', 'completion'],
  load: 'later',
  topMenu: 'maintenance',
  papers: [consent],
  dictionaries: Object.values(dictionaries),
  groups: [],
  parameters,
} satisfies Room;
