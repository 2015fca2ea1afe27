// `npm run verify-audit`: check that every entry of the audit and the action log is unchanged, and list changed ones.
import { findingWords } from '#business/platform/logs/audit-words.server.ts';
import { verifyAudit } from '#kernel/server/secrets/seals/verify.ts';
import { openApp } from '../../server/assemble.ts';
import { command } from './steps.ts';
import { withDatabase } from './with-database.ts';

await command(() =>
  withDatabase(async ({ appUrl, settings: { dataDir, keys } }) => {
    const app = await openApp({ appUrl, dataDir, keys });
    try {
      const { entries, seals, waiting, findings } = await verifyAudit(app);
      for (const one of findings) console.error(`✗ ${findingWords(one).join('\n  ')}`);
      console.log(
        `${findings.length ? '✗' : '✓'} ${entries} 条已封印 sealed, ${seals} 批 batches, ${waiting} 条待封印 waiting, ${findings.length} 处异常 findings`,
      );
      return findings.length ? 1 : 0;
    } finally {
      await app.close();
    }
  }),
);
