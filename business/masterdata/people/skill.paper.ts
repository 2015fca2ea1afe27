import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { repairType } from '../dictionaries.ts';
import { technicianRights } from '../rights.rules.ts';

/** A skill of technicians; some need a valid certificate. */
export const skill = paper('skill', {
  title: ['技能', 'Skill'],
  table: 'asskill',
  path: 'blade-maintenance/webApi/asskill',
  rights: technicianRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'skillName',
  hint: ['skillCode'],
  search: ['skillCode', 'skillName', 'certificateName'],
  order: { by: 'skillCode' },
  fields: {
    skillCode: text(['技能编码', 'Skill code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    skillName: text(['技能名称', 'Skill'], { required: true, unique: true, list: true, filter: 'like', max: 64 }),
    systemType: dict(repairType, ['所属系统', 'System'], { list: true, filter: 'exact' }),
    needCertificate: flag(['需持证', 'Certificate needed'], { list: true }),
    certificateName: text(['证书名称', 'Certificate'], { max: 64 }),
  },
  shownWhen: { certificateName: { field: 'needCertificate', is: [true] } },
  card: ['skillName', 'skillCode', 'systemType', 'needCertificate'],
  menu: { group: 'master', icon: 'graduation-cap', path: '/maintenance/asskill', sort: 30 },
});
