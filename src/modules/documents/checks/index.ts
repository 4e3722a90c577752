import type { Check } from '../../../operation/check.ts';
import { creditNotes } from './credit-notes.ts';
import { documentChain } from './document-chain.ts';
import { documentNumbers } from './document-numbers.ts';
import { invoicesOfSales } from './invoices-of-sales.ts';

export const checks: readonly Check[] = [documentNumbers, documentChain, invoicesOfSales, creditNotes];
