import type { Label } from '#kernel/language/label.ts';
import type { SealFinding } from '#kernel/server';

const logs: Readonly<Record<SealFinding['log'], Label>> = {
  audit: ['审计', 'audit'],
  action: ['操作日志', 'action log'],
};
const breaches: Readonly<Record<SealFinding['breach'], Label>> = {
  changed: ['被改动', 'was changed'],
  missing: ['被删除', 'was taken out'],
  inserted: ['是后来插入的', 'was put in later'],
  seal: ['的封印不是原来的', 'is not the seal that was made'],
  rewound: ['之后的封印不见了', 'has lost the seals after it'],
};

/** Return a finding in words, with tenant, log and entry. */
export function findingWords({ tenantId, log, breach, id, at }: SealFinding): Label {
  const seal = breach === 'seal' || breach === 'rewound';
  const [zh, en] = breaches[breach];
  return [
    `租户 ${tenantId} ${logs[log][0]}${seal ? '第' : '条目'} ${id} ${seal ? '批' : ''}${at ? `(${at})` : ''}${zh}`,
    `tenant ${tenantId}, ${logs[log][1]}, ${seal ? 'batch' : 'entry'} ${id}${at ? ` (${at})` : ''} ${en}`,
  ];
}
