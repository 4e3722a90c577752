import type { Check } from '../../operation/check.ts';
import { checks as ofAccruals } from '../accruals/index.ts';
import { checks as ofAssets } from '../assets/index.ts';
import { checks as ofBank } from '../bank/index.ts';
import { checks as ofDocuments } from '../documents/index.ts';
import { checks as ofExpenses } from '../expenses/index.ts';
import { checks as ofLedger } from '../ledger/index.ts';
import { checks as ofPayments } from '../payments/index.ts';
import { checks as ofReports } from '../reports/index.ts';
import { checks as ofRevaluations } from '../revaluations/index.ts';
import { checks as ofSales } from '../sales/index.ts';
import { checks as ofStock } from '../stock/index.ts';
import { checks as ofVat } from '../vat/index.ts';

/** Every check there is. A module adds its own to the list in its folder `checks`. */
export const everyCheck: readonly Check[] = [
  ...ofLedger,
  ...ofSales,
  ...ofPayments,
  ...ofBank,
  ...ofDocuments,
  ...ofExpenses,
  ...ofStock,
  ...ofAccruals,
  ...ofAssets,
  ...ofRevaluations,
  ...ofReports,
  ...ofVat,
];
