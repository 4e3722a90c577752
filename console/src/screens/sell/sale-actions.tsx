import { useRead } from '../../api/cache.ts';
import type { Doc, Page } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { useKeys } from '../../app/keys.ts';
import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { More } from '../../kit/more.tsx';
import { spreadFields } from '../../kit/form/spread-fields.ts';
import { earlyTexts } from '../../kit/early-discounts.ts';
import { isNothing } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { TakePayment } from '../paid/take-payment.tsx';
import { useDocuments } from './document-links.tsx';
import { ReassignAction } from '../books/reassign-action.tsx';
import { returnable, returnBody, returnFields } from './return-fields.ts';
import { saleChanges } from './sale-changes.ts';
import { type FullSale, isBooked, isUnpaid } from './sale.ts';

type Of = { readonly sale: FullSale };

/** The latest invoice: among the documents that the page shows anyway, and asked for by itself only beyond those. */
function useInvoice(id: string): Doc | undefined {
  const may = useMay();
  const path = `documents?sale_id=${id}`;
  const shown = useDocuments(may('documents:read') ? path : undefined);
  const found = shown?.data.find(({ type }) => type === 'invoice' || type === 'deposit_invoice');
  const isPart = found === undefined && (shown?.next_cursor ?? null) !== null;
  const further = `${path}&type=invoice,deposit_invoice&limit=1&fields=type,number,status`;
  const other = useRead<Page<Doc>>(isPart ? further : undefined).data?.data[0];
  return found ?? other;
}

/** The next step of a sale: confirm it, take its payment, invoice it. */
export function MainSaleActions({ sale }: Of) {
  const w = words.value;
  const { sale: texts } = w.sell;
  const may = useMay();
  const invoice = useInvoice(sale.id);
  useKeys(invoice ? { i: () => go(`/documents/${invoice.id}`) } : {});
  return (
    <>
      {sale.status === 'draft' && (
        <ActionButton
          label={texts.confirm}
          path={`sales/${sale.id}/confirm`}
          needs="sales:confirm"
          changes={saleChanges}
          done={({ number }) => filled(texts.confirmed, { number: number ?? '' })}
          isPrimary
        />
      )}
      {isUnpaid(sale) && sale.kind === 'sale' && (
        <TakePayment saleId={sale.id} due={sale.amount_due} hint={earlyTexts(sale).join(' · ')} isPrimary />
      )}
      {invoice ? (
        <a class="button" href={`/documents/${invoice.id}`}>
          {w.openInvoice}
          <kbd>I</kbd>
        </a>
      ) : (
        isBooked(sale) &&
        sale.kind === 'sale' &&
        may('documents:write') &&
        (!may('documents:issue') ? (
          <ActionButton
            label={w.makeInvoice}
            path="documents"
            needs="documents:write"
            letter="i"
            body={{ type: 'invoice', sale_id: sale.id }}
            changes={saleChanges}
            onDone={({ id }) => go(`/documents/${id}`)}
          />
        ) : (
          <ActionButton
            label={w.makeInvoice}
            path="documents"
            needs="documents:issue"
            letter="i"
            fields={[
              { name: 'send_when_issued', label: texts.sendToo, kind: 'yes', isWide: true },
              { name: 'po_number', label: texts.poNumber },
              { name: 'buyer_reference', label: texts.buyerReference },
              { name: 'notes', label: texts.notesOnPage, kind: 'area' },
            ]}
            start={{ send_when_issued: sale.client_id !== null }}
            body={{ type: 'invoice', sale_id: sale.id, issue: true }}
            changes={saleChanges}
            done={({ number }) => filled(texts.issued, { number: number ?? '' })}
            onDone={({ id }) => go(`/documents/${id}`)}
          />
        ))
      )}
    </>
  );
}

export function MoreSaleActions({ sale }: Of) {
  const w = words.value;
  const { sale: texts, paid } = w.sell;
  const invoice = useInvoice(sale.id);
  const { id } = sale;
  const isInvoiced = invoice !== undefined && !['draft', 'void', 'credited'].includes(invoice.status);
  const lines = returnable(sale.lines);
  const isPaid = !isNothing(sale.amount_paid);
  return (
    <More>
      {isBooked(sale) && sale.kind === 'sale' && lines.length > 0 && (
        <ActionButton
          label={isInvoiced ? texts.returnAndCredit : texts.return}
          path={isInvoiced ? `documents/${invoice.id}/credit` : `sales/${id}/return`}
          needs={isInvoiced ? 'documents:void' : 'sales:void'}
          warning={texts.returnHint}
          fields={returnFields({ lines, isPaid, isCredit: isInvoiced })}
          start={{ restock: true }}
          complete={(typed) => returnBody(typed, { lines, isCredit: isInvoiced })}
          changes={[...saleChanges, 'stock']}
          onDone={(made) => go(isInvoiced ? `/documents/${made.id}` : `/sales/${made.id}`)}
        />
      )}
      {isBooked(sale) && !sale.is_deposit && (
        <ReassignAction
          of={{ sale_id: id }}
          lines={sale.lines.map((line) => ({ name: line.name, ids: line.dimension_value_ids }))}
          changes={saleChanges}
        />
      )}
      {isBooked(sale) && sale.kind === 'sale' && (
        <ActionButton
          label={w.docTypes.delivery_note}
          path="documents"
          needs="documents:issue"
          body={{ type: 'delivery_note', sale_id: id, issue: true }}
          changes={['documents']}
          onDone={(made) => go(`/documents/${made.id}`)}
        />
      )}
      {isUnpaid(sale) && sale.kind === 'sale' && (
        <ActionButton
          label={texts.writeOff}
          path={`sales/${id}/write-off`}
          needs="sales:write_off"
          warning={texts.writeOffHint}
          fields={[
            { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
            { name: 'reason', label: paid.reason, isRequired: true },
            { name: 'written_off_on', label: w.columns.date, kind: 'day' },
            { name: 'tax_relief', label: texts.taxRelief, kind: 'yes', isWide: true },
          ]}
          start={{ amount: sale.amount_due }}
          changes={saleChanges}
          undo={{ path: `sales/${id}/reverse-write-off` }}
        />
      )}
      {!isNothing(sale.amount_written_off) && (
        <ActionButton
          label={texts.reverseWriteOff}
          path={`sales/${id}/reverse-write-off`}
          needs="sales:write_off"
          changes={saleChanges}
        />
      )}
      {isUnpaid(sale) && sale.kind === 'sale' && !isNothing(sale.amount_paid) && (
        <ActionButton
          label={texts.grantDiscount}
          path={`sales/${id}/early-discount`}
          needs="sales:write_off"
          warning={texts.grantDiscountHint}
          fields={[
            { name: 'amount', label: w.amount, kind: 'money', isRequired: true },
            { name: 'reason', label: paid.reason, isRequired: true },
            { name: 'discounted_on', label: w.columns.date, kind: 'day' },
          ]}
          start={{ amount: sale.amount_due }}
          changes={saleChanges}
          undo={{ path: `sales/${id}/reverse-early-discount` }}
        />
      )}
      {!isNothing(sale.amount_discounted) && (
        <ActionButton
          label={texts.reverseDiscount}
          path={`sales/${id}/reverse-early-discount`}
          needs="sales:write_off"
          changes={saleChanges}
        />
      )}
      {isBooked(sale) && sale.kind === 'sale' && (
        <ActionButton
          label={w.spreading.spread}
          path={`sales/${id}/spread`}
          needs="ledger:write"
          warning={w.spreading.spreadHint}
          fields={spreadFields(sale.lines.map((line) => ({ id: line.id, description: line.name })))}
          start={{ method: 'month', from: sale.sale_date }}
          changes={['schedules', 'reports']}
          onDone={(made) => go(`/schedules?open=${made.id}`)}
        />
      )}
      {sale.kind === 'sale' && (
        <ActionButton
          label={texts.duplicate}
          path={`sales/${id}/duplicate`}
          needs="sales:write"
          changes={['sales']}
          onDone={(made) => go(`/sales/${made.id}`)}
        />
      )}
      {isBooked(sale) && (
        <ActionButton
          label={texts.void}
          path={`sales/${id}/void`}
          needs="sales:void"
          warning={texts.voidHint}
          fields={[
            { name: 'reason', label: paid.reason, isRequired: true },
            { name: 'date', label: w.columns.date, kind: 'day' },
          ]}
          changes={[...saleChanges, 'stock']}
          isDangerous
        />
      )}
      {sale.status === 'draft' && (
        <ActionButton
          label={w.form.delete}
          path={`sales/${id}`}
          method="DELETE"
          needs="sales:write"
          warning={texts.deleteHint}
          changes={['sales']}
          onDone={() => go('/sales')}
          isDangerous
        />
      )}
    </More>
  );
}
