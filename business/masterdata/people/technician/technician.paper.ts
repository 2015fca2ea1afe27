import { clock } from '#kernel/fields/clock/clock.ts';
import { day } from '#kernel/fields/day/day.ts';
import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { place } from '#kernel/fields/place/place.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { employType, technicianLevel, technicianStatus } from '../../dictionaries.ts';
import { technicianRights } from '../../rights.rules.ts';
import { STAFF_PHONE, STAFF_REVEAL } from '#kernel/language/permission.ts';

/** A skill of a technician, with its level (1 to 5) and the last day of its certificate. */
export interface TechnicianSkill {
  skillId: string;
  level: number;
  expireDate?: string;
}

/** A technician: skills, hours, van and starting point. */
export const technician = paper('technician', {
  title: ['技师', 'Technician'],
  table: 'astechnician',
  path: 'blade-maintenance/webApi/astechnician',
  calls: { export: ['exportExcel'] },
  rights: technicianRights,
  sight: 'colleagues',
  revealedBy: [STAFF_REVEAL],
  self: 'userId',
  team: { field: 'customerServiceTeam' },
  canBeDisabled: true,
  caption: 'realName',
  portrait: { through: 'userId', paper: 'user', field: 'avatar' },
  hint: ['technicianNo', 'customerServiceTeam'],
  search: ['technicianNo', 'realName', 'vehicleNo', 'areaCodes'],
  findable: { by: ['phone', 'realName', 'technicianNo'], shapes: ['phone', 'number', 'text'] },
  order: { by: 'technicianNo' },
  fields: {
    technicianNo: paperNumber(['技师编号', 'Technician no.'], 'SF'),
    userId: person(['系统账号', 'User'], { required: true, unique: true }),
    realName: text(['姓名', 'Name'], {
      required: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 64,
      width: 100,
    }),
    phone: phone(['手机号', 'Mobile'], {
      required: true,
      revealedBy: [STAFF_REVEAL, STAFF_PHONE],
      list: true,
      filter: 'like',
    }),
    idCardNo: text(['身份证号', 'ID card'], { personal: 'idCard', max: 32, code: true }),
    deptId: department(['部门', 'Department'], { required: true, list: true, filter: 'exact' }),
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Team'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    isLeader: flag(['班组长', 'Team leader'], { list: true, filter: 'exact', initial: false }),
    technicianLevel: dict(technicianLevel, ['技师等级', 'Level'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 't2',
    }),
    employType: dict(employType, ['用工类型', 'Employment'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'own',
    }),
    technicianStatus: dict(technicianStatus, ['在岗状态', 'Duty state'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'on',
    }),
    skills: structured<TechnicianSkill[], { list: true; rows: true; parts: readonly StructuredPart[] }>(
      ['技能', 'Skills'],
      {
        list: true,
        rows: true,
        parts: [
          { name: 'skillId', label: ['技能', 'Skill'], type: 'ref', paper: 'skill', required: true },
          { name: 'level', label: ['等级（1–5）', 'Level (1–5)'], type: 'number', required: true },
          { name: 'expireDate', label: ['证书到期', 'Certificate until'], type: 'day' },
        ],
      },
    ),
    certificates: files(['证书附件', 'Certificates']),
    areaCodes: text(['服务片区（逗号分隔）', 'Areas (comma-separated)'], { filter: 'like', max: 255 }),
    homeLocation: place(['出发坐标', 'Start point']),
    vehicleNo: text(['车牌号', 'Vehicle'], { list: true, filter: 'like', max: 20, code: true }),
    workDays: text(['工作日（1-7）', 'Work days (1–7)'], {
      required: true,
      max: 20,
      initial: '1,2,3,4,5,6',
      help: ['1 为星期一，逗号分隔', '1 is Monday, comma-separated'],
    }),
    workStart: clock(['上班时间', 'Day start'], { required: true, initial: '08:30' }),
    workEnd: clock(['下班时间', 'Day end'], { required: true, initial: '17:30' }),
    dailyCapacityMinutes: integer(['日工时容量（分）', 'Daily capacity (min)'], {
      required: true,
      list: true,
      max: 1440,
      initial: 480,
    }),
    maxTasksPerDay: integer(['日最多任务', 'Max visits per day'], { max: 50 }),
    firstFixRate: rate(['一次修复率', 'First-time fix rate'], {
      auto: true,
      list: true,
      help: [
        '近90天已确认维修中一次修好的比例',
        'Share of the confirmed repairs of the last 90 days that held at once',
      ],
    }),
    pieceRatio: rate(['计件系数', 'Piece ratio'], { required: true, initial: '1' }),
    baseSalary: money(['底薪', 'Base pay'], { personal: 'amount' }),
    hireDate: day(['入职日期', 'Hired'], { required: true, list: true, filter: 'range', example: '2020-01-01' }),
    // Samples have no last day, so that they are employed.
    leaveDate: day(['离职日期', 'Left'], { filter: 'range', example: '' }),
    emergencyContact: text(['紧急联系人', 'Emergency contact'], { personal: 'shown', max: 64 }),
  },
  groups: [
    {
      label: ['技师', 'Technician'],
      fields: [
        'technicianNo',
        'userId',
        'realName',
        'phone',
        'deptId',
        'customerServiceTeam',
        'isLeader',
        'technicianLevel',
        'employType',
        'technicianStatus',
      ],
    },
    {
      label: ['能力', 'Abilities'],
      fields: ['skills', 'certificates', 'areaCodes', 'homeLocation', 'vehicleNo', 'firstFixRate'],
    },
    {
      label: ['工作时间', 'Working time'],
      fields: ['workDays', 'workStart', 'workEnd', 'dailyCapacityMinutes', 'maxTasksPerDay'],
    },
    {
      label: ['人事', 'Employment'],
      fields: ['hireDate', 'leaveDate', 'idCardNo', 'emergencyContact', 'pieceRatio', 'baseSalary'],
    },
  ],
  views: {
    certificates: { label: ['证书临期', 'Certificates expiring'], filter: { certificateWithin: '60' }, worry: true },
  },
  card: ['realName', 'technicianStatus', 'customerServiceTeam', 'phone', 'technicianLevel', 'vehicleNo'],
  menu: { group: 'master', icon: 'hammer', path: '/maintenance/astechnician', sort: 20 },
});
