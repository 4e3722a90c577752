import { z } from 'zod';
import { seenWith } from '../../operation/seen-with.ts';
import { Client, loadClients } from '../clients/index.ts';
import { loadSales, Sale } from '../sales/index.ts';
import { Allocation, Payment } from './payment.ts';
import { PaymentMethod, paymentMethods } from './methods/payment-method.ts';

/** A payment with what `expand` may add to it. */
export const ExpandedPayment = Payment.extend({
  client: Client.nullable().optional(),
  method: PaymentMethod.nullable().optional(),
  allocations: z.array(Allocation.extend({ sale: Sale.nullable().optional() })),
});

export const paymentExpansions = {
  client: seenWith('clients:read', loadClients),
  method: paymentMethods.load,
  'allocations.sale': seenWith('sales:read', loadSales),
};
