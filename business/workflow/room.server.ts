import { furnishings } from '#business/system/seed/furnish.server.ts';
import { type RoomServer, contributing } from '#kernel/server';
import { designCalls } from './model/design/design.server.ts';
import { exportRoute, versionCalls } from './deploy/versions.server.ts';
import absence from './bindings/absence.server.ts';
import processBinding from './bindings/process-binding.server.ts';
import { processGate } from './bindings/process-gate.server.ts';
import { processBusinesses } from './command/business.server.ts';
import { noticeService, processServices } from './command/services.server.ts';
import { customerService } from './command/tell-customer.server.ts';
import { managerCalls, uploadRoutes } from './deploy/manager.server.ts';
import { commonFunctions, shippedProcesses } from './deploy/shipped.server.ts';
import { followCalls } from './deploy/follow/follow.server.ts';
import { invariantsOfProcesses } from './store/invariants.server.ts';
import { dueStarts } from './command/starts/due-starts.server.ts';
import { dueJobs } from './command/jobs/due-jobs.server.ts';
import { listenForThrown } from './command/jobs/thrown-events.server.ts';
import { listenForLeavers } from './command/jobs/leavers.server.ts';
import processLeave, { leaveBusiness } from './leave/process-leave.server.ts';
import processModel from './model/process-model.server.ts';
import { forgetDefinitions } from './store/definitions.server.ts';
import { workflowTables } from './store/tables.server.ts';
import { copyCalls } from './work/copies.server.ts';
import { handOverCalls } from './work/hand-over.server.ts';
import { takeBackCalls } from './work/take-back.server.ts';
import { processCalls } from './work/process.server.ts';
import { batchRoute, workCalls } from './work/work.server.ts';

/**
 * The server side of processes. Calls on tasks and process instances belong to the paper `processLeave`, and all staff
 * may use them.
 */
export default {
  behaviours: [
    {
      ...processModel,
      calls: [...managerCalls, ...versionCalls, ...designCalls, ...followCalls],
    } as typeof processModel,
    {
      ...processLeave,
      calls: [
        ...(processLeave.calls ?? []),
        ...workCalls,
        ...processCalls,
        ...handOverCalls,
        ...takeBackCalls,
        ...copyCalls,
      ],
    } as typeof processLeave,
    processBinding,
    absence,
  ],
  gate: processGate,
  contributions: [
    contributing(processServices, [noticeService, customerService]),
    contributing(processBusinesses, [leaveBusiness]),
    contributing(furnishings, [shippedProcesses]),
  ],
  routes: () => [batchRoute(), exportRoute(), ...uploadRoutes()],
  tables: workflowTables,
  functions: commonFunctions,
  due: [dueJobs, dueStarts],
  invariants: ({ papers }) => invariantsOfProcesses([...papers.values()]),
  startWork(app) {
    forgetDefinitions();
    listenForThrown(app);
    listenForLeavers(app);
  },
  locks: [{ paper: 'processModel' }, { paper: 'processLeave' }, { paper: 'processBinding' }, { paper: 'absence' }],
} satisfies RoomServer;
