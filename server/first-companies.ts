import type { TenantSeed } from '#business/system/seed/needed.server.ts';

/** The companies of a first start: the platform's own, and in a demo a second one. */
export const firstCompanies = (demo: boolean, adminPassword: string, mustChange: boolean): TenantSeed[] => [
  {
    tenantId: '000000',
    name: demo ? '沪上舒适家' : '安居',
    linkman: '管理员',
    adminPassword,
    mustChange,
    platform: true,
  },
  ...(demo
    ? [
        {
          tenantId: '100001',
          name: '江南暖通服务',
          linkman: '管理员',
          adminPassword: 'admin',
          mustChange: false,
          platform: false,
        },
      ]
    : []),
];
