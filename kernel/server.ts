/** Exports of the kernel's server to rooms; everything else is internal. */
export { paperNamed, type App } from './server/app.ts';
export {
  answering,
  behaviour,
  serving,
  type AfterCommit,
  type Behaviour,
  type JobRun,
  type OwnCall,
  type TimedSteps,
  type WorkSteps,
} from './server/assembly/behaviour.ts';
export { byLines } from './server/assembly/by-lines.ts';
export { addedTo, contributing } from './server/assembly/contributed.ts';
export { type Follower, inform } from './server/assembly/followers.ts';
export {
  implement,
  implementOpen,
  implementRoute,
  type OpenAsking,
  type RouteAsking,
} from './server/http/calls/implement.ts';
export { sentField } from './server/write/inputs/read-inputs.ts';
export { extension } from './server/assembly/extension.ts';
export type { Carrying, Context, Reading, Sql, Writing } from './server/context.ts';
export { Database, type Tenancy } from './server/database/database.ts';
export { readFormFiles, type FormFile } from './server/files/form-files.ts';
export { fileKey, isHashedFile, type Content, type HashedFile, type Storage } from './server/files/storage.ts';
export { uploadFolder } from './server/files/spool.ts';
export { storeBinary, storePicture, storeReceived } from './server/files/store-file.ts';
export { guestKinds, type GuestKind, type GuestSight, type GuestVerb } from './server/session/guest/guest-kind.ts';
export type { StoredLink } from './server/session/guest/guest-link.ts';
export { type Html, html } from './server/session/guest/html.ts';
export { note, shortWithoutPeople, type Answered } from './server/http/answer-log.ts';
export { assertFirstDone } from './server/http/authenticate.ts';
export { success } from './server/http/envelope.ts';
export type { OpenCall, Route, RouteCall } from './server/http/route.ts';
export { implementStream } from './server/http/realtime/polled-stream.ts';
export { nested } from './server/http/tree-routes.ts';
export { columnsFor, type ExportColumn } from './server/import-export/columns.ts';
export { noteExport } from './server/import-export/export/export-job.ts';
export { exportFile, exportFileName, planExport } from './server/import-export/export/export-rows.ts';
export { footerOf, markOf, markSheet } from './server/import-export/export/mark.ts';
export { importedRows } from './server/import-export/import/imported-rows.ts';
export { sendStream } from './server/import-export/send.ts';
export { BOM, csvRow } from './server/import-export/sheet/csv.ts';
export {
  RowWriter,
  columnLetters,
  workbook,
  type CellType,
  type WorkbookSheet,
} from './server/import-export/sheet/workbook.ts';
export { zip, type ZipEntry } from './server/import-export/sheet/zip.ts';
export type { DueWork } from './server/jobs/due/due-work.ts';
export type { JobWork, RunningJob } from './server/jobs/jobs.ts';
export { forgetEventText, productActor } from './server/jobs/outbox.ts';
export { joinedSql, raw, shared, sql, type Fragment } from './server/database/statement.ts';
export { listedRows } from './server/list/unpaged.ts';
export type { MessageChannel } from './server/ports/channels/channel.ts';
export type { DictionaryChoice, GuardedCall, Ports } from './server/ports/ports.ts';
export { isAway } from './server/database/database.ts';
export { blamesRows, writeDivided } from './server/database/divided-batch.ts';
export type { WatchedSource, WatchedValue } from './server/http/realtime/watch.ts';
export type { ProcessPart, PartOptions, RunningPart, StandingBy } from './server/jobs/parts/part.ts';
export { ownerOf } from './server/jobs/parts/lease.ts';
export { readParts, type PartFacts } from './server/jobs/parts/part-facts.ts';
export { clearSpans, dropSpans, dropSpansBefore, ensureSpans } from './server/schema/spans.ts';
export { everyCompany } from './server/secrets/seals/seal.ts';
export type { VerbGate, GatedStep, GatedVerb } from './server/ports/gate.ts';
export type { RoomServer } from './server/ports/room-server.ts';
export { exchange, http, row } from './server/refusals.ts';
export { noteSought } from './server/list/search-terms.ts';
export { assertMaySeek } from './server/rows/number-searches.ts';
export { InClear, inClear } from './server/rows/present-answer.ts';
export { fileLink } from './server/rows/presenter.ts';
export { readingOf } from './server/rows/read-context.ts';
export { relation, relationOf, type Relation } from './server/schema/relation.ts';
export type { Table } from './server/schema/table.ts';
export { COMPLETENESS, explainVerb } from './server/rows/own/explain.ts';
export { readHeads } from './server/secrets/seals/heads.ts';
export { clearAudit, sealAll } from './server/secrets/seals/seal.ts';
export { attemptLock, countAttempt, forgetAttempts, forgetAttemptsWhole } from './server/session/attempts.ts';
export { endSessionsIn, endSessionsOf, endSessionsOfClients } from './server/session/end-sessions.ts';
export { sessionFacts } from './server/session/session-facts.relation.ts';
export { jobFacts } from './server/jobs/job-facts.relation.ts';
export { indexFacts } from './server/schema/indexes/index-facts.relation.ts';
export { readMeta, writeMeta } from './server/schema/meta.ts';
export { verifyAudit, type SealFinding, type Verified } from './server/secrets/seals/verify.ts';
export { Vault, type SealedPlace } from './server/secrets/vault.ts';
export { drawCaptcha, isCaptcha } from './server/session/captcha.ts';
export { networkOf } from './server/session/network.ts';
export { asMd5, generatedPassword, hashPassword, isPassword, md5, wasteTime } from './server/session/password.ts';
export {
  GUEST,
  Sessions,
  type ActingAs,
  type FirstStep,
  type StoredSession,
  type Tokens,
} from './server/session/session.ts';
export type { Provider } from './server/settings/settings.ts';
export { hoursOf, inZone, instantIn, localDay, startOfDay, systemClock, type Clock } from './server/time/clock.ts';
export { nowOf } from './server/time/tenancy.ts';
export { isProvided, readBody, refuseProblems } from './server/write/steps/values.ts';
export { writeAbout } from './server/write/log/log.ts';
export { Transaction, transact, type Actor } from './server/write/transaction.ts';
export { carrying, pointing, savedKeys } from './server/rows/detail/usage.ts';
export { shownByTask } from './server/rows/visible/shown-by-task.ts';
export type { VisibleRow, VisibleScope } from './server/rows/visible/visible-query.ts';
