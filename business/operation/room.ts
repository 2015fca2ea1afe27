import type { Room } from '#kernel/language/room.ts';
import { homeRoom } from './addresses/home-room.paper.ts';
import { roomAddress } from './addresses/room-address.paper.ts';
import { cameraAccount } from './members/cameras/camera-account.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { household } from './households/household.paper.ts';
import { feedback } from './members/feedback.paper.ts';
import { member } from './members/member.paper.ts';
import { filterRecord } from './devices/commands/filter-record.paper.ts';
import { powerOnDevice } from './pool/power-on-device.paper.ts';

/** The room of homes: addresses, households, members, their devices, and repairs from alarms. */
export default {
  name: 'operation',
  title: ['运营', 'Operation'],
  needs: ['masterdata', 'customers', 'materials', 'intake', 'dispatch', 'completion', 'iot'],
  load: 'later',
  topMenu: { code: 'operation', label: ['运营', 'Operation'], icon: 'house-plus', sort: 4 },
  papers: [roomAddress, homeRoom, household, member, feedback, powerOnDevice, cameraAccount, filterRecord],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'homes', label: ['家庭', 'Homes'], icon: 'house-plus', sort: 150 }],
  pages: [
    {
      code: 'operation-install',
      label: ['安装设备', 'Install a device'],
      group: 'homes',
      icon: 'scan-line',
      path: '/operation/install',
      sort: 45,
      roles: ['as_technician', 'as_operator', 'as_iot'],
    },
    {
      code: 'alarm-centre',
      label: ['告警中心', 'Alarm centre'],
      group: 'iot-alarms',
      icon: 'bell-ring',
      path: '/iot/alarmCentre',
      sort: 10,
      roles: ['as_operator', 'as_cs', 'as_iot', 'as_leader', 'as_manager', 'as_admin'],
      wide: true,
    },
  ],
  parameters: [
    {
      key: 'iot.client.purgeDays',
      label: ['成员删除后保留联系方式的天数', 'Days that the number of a removed member is kept'],
      initial: '30',
    },
    {
      key: 'iot.repair.waitSeconds',
      label: ['告警后多久建报修单（秒）', 'Seconds from an alarm to its request'],
      initial: '60',
    },
    {
      key: 'iot.repair.acceptCritical',
      label: ['紧急告警的报修直接受理（1 是）', 'Critical requests are accepted (1 = yes)'],
      initial: '0',
    },
    { key: 'iot.alarm.verifyMinutes', label: ['完工后观察（分钟）', 'Minutes a repair is watched'], initial: '120' },
    {
      key: 'bench.target.homesOnline',
      label: ['工作台目标：在线的家（%）', 'Workbench target: homes online (%)'],
      initial: '98',
    },
    {
      key: 'bench.target.criticalAttended',
      label: ['工作台目标：紧急多久有人管（分钟）', 'Workbench target: critical alarms attended (min)'],
      initial: '5',
    },
    {
      key: 'bench.target.residentsAnswered',
      label: ['工作台目标：24 时内答复住户（%）', 'Workbench target: residents answered within 24 h (%)'],
      initial: '95',
    },
  ],
} satisfies Room;
