import { type Make, of, type Samples } from './make.ts';

const newAccrual: Make = ({ fresh, ids }) => ({
  description: fresh('audit'),
  account_code: '6700',
  amount: '25.00',
  client_id: ids['client'],
});

const newSchedule: Make = ({ fresh }) => ({
  description: fresh('licence'),
  account_code: '6700',
  amount: '120.00',
  from: '2026-01-01',
  to: '2040-12-31',
});

export const accrualsSamples: Samples = {
  create_accrual: newAccrual,
  void_accrual: of('create_accrual', newAccrual, { reason: 'The bill came.' }),
  create_schedule: newSchedule,
  run_schedules: () => ({}),
  end_schedule: of('create_schedule', newSchedule, { reason: 'The contract ended.' }),
  void_schedule: of('create_schedule', newSchedule, { reason: 'By mistake.' }),
};
