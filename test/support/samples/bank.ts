import { bankFile, newBankAccount } from '../shop/bank.ts';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newAccount: Make = (shop) => newBankAccount(shop);

const newFile: Make = ({ fresh, ids }) => ({ bank_account_id: ids['bank'], content: bankFile(fresh('line')) });

export const bankSamples: Samples = {
  ...lifecycle('bank_account', newAccount, { holder: 'Ana' }),
  import_bank_statement: newFile,
  delete_bank_import: of('import_bank_statement', newFile),
};
