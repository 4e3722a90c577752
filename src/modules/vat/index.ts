import type { Operation } from '../../operation/operation.ts';
import { getDocumentTaxCodes } from './codes/get-document-tax-codes.ts';
import { setDocumentTaxCode } from './codes/set-document-tax-code.ts';
import { getEcSalesList } from './lists/get-ec-sales-list.ts';
import { getOssSummary } from './lists/get-oss-summary.ts';
import { listVatPeriods } from './periods/list-vat-periods.ts';
import { correctVatReturn } from './returns/correct-vat-return.ts';
import { createVatReturn } from './returns/create-vat-return.ts';
import { deleteVatReturn } from './returns/delete-vat-return.ts';
import { exportVatReturn } from './returns/export-vat-return.ts';
import { fileVatReturn } from './returns/file-vat-return.ts';
import { getVatReturn } from './returns/get-vat-return.ts';
import { listVatReturnLines } from './returns/list-vat-return-lines.ts';
import { listVatReturns } from './returns/list-vat-returns.ts';
import { updateVatReturn } from './returns/update-vat-return.ts';
import { getVatSettings } from './settings/get-vat-settings.ts';
import { updateVatSettings } from './settings/update-vat-settings.ts';
import { payVatReturn } from './settling/pay-vat-return.ts';
import { settleVatReturn } from './settling/settle-vat-return.ts';
import { unsettleVatReturn } from './settling/unsettle-vat-return.ts';
import { voidVatPayment } from './settling/void-vat-payment.ts';

export { checks } from './checks/index.ts';
export { openWork } from './open-work.ts';

export const operations: readonly Operation[] = [
  getVatSettings,
  updateVatSettings,
  listVatPeriods,
  listVatReturns,
  createVatReturn,
  getVatReturn,
  updateVatReturn,
  deleteVatReturn,
  listVatReturnLines,
  fileVatReturn,
  correctVatReturn,
  settleVatReturn,
  unsettleVatReturn,
  payVatReturn,
  voidVatPayment,
  exportVatReturn,
  getEcSalesList,
  getOssSummary,
  getDocumentTaxCodes,
  setDocumentTaxCode,
];
