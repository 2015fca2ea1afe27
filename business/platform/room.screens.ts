import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Pages and custom parts of this room's screens. Each is loaded when it is opened. */
export default {
  papers: {
    noticeReceipt: () => import('./notices/notice-receipt.screen.tsx'),
    reportFile: () => import('./reports/report-file.screen.tsx'),
    logUsual: () => import('./logs/log-usual.screen.tsx'),
    logError: () => import('./logs/log-error.screen.tsx'),
    oss: () => import('./resource/oss.screen.tsx'),
    sms: () => import('./resource/sms.screen.tsx'),
    datasource: () => import('./develop/datasource.screen.tsx'),
    dataModel: () => import('./develop/data-model.screen.tsx'),
    codePlan: () => import('./develop/code-plan.screen.tsx'),
  },
  tiles: [
    {
      name: 'notices',
      title: ['公告', 'Notices'],
      sort: 80,
      buttons: ['blade_notice_receipt_view'],
      load: () => import('./notices/notices-tile.screen.tsx'),
    },
  ],
  pinned: { reportFile: () => import('./reports/report-tile.screen.tsx') },
  pages: { '/report/print/:id': () => import('./reports/print.screen.tsx') },
} satisfies RoomScreens;
