import type { Day } from '../business.ts';
import { askInAdvance } from './ask-in-advance.ts';
import { bookByHand } from './book-by-hand.ts';
import { buyAbroad } from './buy-abroad.ts';
import { buyGoods } from './buy-goods.ts';
import { carryStock } from './carry-stock.ts';
import { closeMonths } from './close-months.ts';
import { comeAgain } from './come-again.ts';
import { countStock } from './count-stock.ts';
import { draftSales } from './draft-sales.ts';
import { giveBack } from './give-back.ts';
import { giveUp } from './give-up.ts';
import { earlyDiscount } from './early-discount.ts';
import { misuse } from './misuse.ts';
import { moveMoney } from './move-money.ts';
import { moveStock } from './move-stock.ts';
import { receiveMoney } from './receive-money.ts';
import { runExpenses } from './run-expenses.ts';
import { rush } from './rush.ts';
import { sell } from './sell.ts';
import { sellAtOnce } from './sell-at-once.ts';
import { spend } from './spend.ts';
import { takeBack } from './take-back.ts';
import { tradeAbroad } from './trade-abroad.ts';
import { writeDocuments } from './write-documents.ts';

/** Every kind of day there is. A new one is a file and a line. */
export const kinds: readonly Day[] = [
  sell,
  sellAtOnce,
  draftSales,
  receiveMoney,
  takeBack,
  moveStock,
  countStock,
  spend,
  buyGoods,
  runExpenses,
  comeAgain,
  rush,
  misuse,
  giveBack,
  giveUp,
  earlyDiscount,
  carryStock,
  bookByHand,
  closeMonths,
  tradeAbroad,
  buyAbroad,
  moveMoney,
  writeDocuments,
  askInAdvance,
];
