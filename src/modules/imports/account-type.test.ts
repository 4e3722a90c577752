import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountTypes } from '../ledger/index.ts';
import { accountTypeIn } from './account-type.ts';

test('types of accounts are known by what other programs and languages call them', () => {
  const said = {
    Bank: 'bank',
    'Accounts Receivable': 'accounts_receivable',
    'Accounts receivable (A/R)': 'accounts_receivable',
    Forderungen: 'accounts_receivable',
    'Current Asset': 'other_current_asset',
    'Other Current Assets': 'other_current_asset',
    'Fixed Asset': 'fixed_asset',
    Anlagevermögen: 'fixed_asset',
    'Accounts payable (A/P)': 'accounts_payable',
    'Credit Card': 'credit_card',
    GST: 'tax_payable',
    Vorsteuer: 'tax_receivable',
    'Current Liability': 'other_current_liability',
    'Other Current Liabilities': 'other_current_liability',
    'Non-current Liability': 'long_term_liability',
    'Long Term Liabilities': 'long_term_liability',
    'Capitaux propres': 'equity',
    'Eigen vermogen': 'equity',
    'Retained Earnings': 'retained_earnings',
    Revenue: 'revenue',
    Sales: 'revenue',
    Erlöse: 'revenue',
    Ingresos: 'revenue',
    'Other Income': 'other_income',
    'Direct Costs': 'cost_of_goods_sold',
    Wareneinsatz: 'cost_of_goods_sold',
    Overhead: 'expense',
    Expenses: 'expense',
    Aufwand: 'expense',
    Gastos: 'expense',
    'Other Expense': 'other_expense',
  };
  for (const [text, type] of Object.entries(said)) assert.equal(accountTypeIn(text), type, text);
  for (const type of accountTypes) assert.equal(accountTypeIn(type), type);
});

test('what may be several types, or none, is not guessed at', () => {
  for (const text of ['Passiva', 'Miscellaneous', '', '4400', '<b>Bank</b> of types']) {
    assert.equal(accountTypeIn(text), undefined, text);
  }
});
