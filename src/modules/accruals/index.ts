import type { Operation } from '../../operation/operation.ts';
import { createAccrual } from './accruals/create-accrual.ts';
import { createSchedule } from './schedules/create-schedule.ts';
import { endSchedule } from './schedules/end-schedule.ts';
import { getAccrual } from './accruals/get-accrual.ts';
import { getSchedule } from './schedules/get-schedule.ts';
import { listAccruals } from './accruals/list-accruals.ts';
import { listSchedules } from './schedules/list-schedules.ts';
import { runSchedules } from './schedules/run-schedules.ts';
import { voidAccrual } from './accruals/void-accrual.ts';
import { voidSchedule } from './schedules/void-schedule.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';
export { baseAmountFrom } from './base-amount.ts';
export { enqueueSchedules, nextRun, schedulesJob } from './nightly.ts';
export { lineToSpread } from './schedules/line-to-spread.ts';
export { lineSpread, ScheduleWithParts } from './schedules/schedule.ts';
export { spreadInput, startEvents, startSchedule } from './schedules/start-schedule.ts';
export { takeBackEvents, takeSchedulesBack } from './schedules/take-schedules-back.ts';
export { spreadAmong } from './schedules/spread-among.ts';
export { hasUnfinished } from './schedules/has-unfinished.ts';

export const operations: readonly Operation[] = [
  listAccruals,
  getAccrual,
  createAccrual,
  voidAccrual,
  listSchedules,
  getSchedule,
  createSchedule,
  runSchedules,
  endSchedule,
  voidSchedule,
];
