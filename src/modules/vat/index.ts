import type { Operation } from '../../operation/operation.ts';
import { getDocumentTaxCodes } from './codes/get-document-tax-codes.ts';
import { setDocumentTaxCode } from './codes/set-document-tax-code.ts';

export const operations: readonly Operation[] = [getDocumentTaxCodes, setDocumentTaxCode];
