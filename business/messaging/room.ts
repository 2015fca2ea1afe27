import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { staffMessage } from './staff/staff-message.paper.ts';
import { smsTemplate } from './sms/sms-template.paper.ts';
import { smsLog } from './sms/sms-log.paper.ts';
import { smsOptOut } from './sms/sms-opt-out.paper.ts';

/** Messages to staff and customers. */
export default {
  name: 'messaging',
  title: ['消息', 'Messages'],
  needs: ['system', 'platform', 'masterdata'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [staffMessage, smsTemplate, smsLog, smsOptOut],
  dictionaries: Object.values(dictionaries),
  groups: [],
  parameters: [
    { key: 'as.sms.perPhonePerDay', label: ['每号码每日短信上限', 'Messages to one phone per day'], initial: '10' },
  ],
} satisfies Room;
