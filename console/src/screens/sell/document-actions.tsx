import { useMay } from '../../app/me.ts';
import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { More } from '../../kit/more.tsx';
import { say } from '../../kit/toast.tsx';
import { isNothing } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { HoldAction, mailFields, RemindAction, withRecipients } from '../paid/remind.tsx';
import { TakePayment } from '../paid/take-payment.tsx';
import { type FullDoc, isClaim, isDraft, isVoid } from './document.ts';
import { ApprovalActions } from './approval-actions.tsx';
import { OfferActions } from './offer-actions.tsx';
import { returnBody, returnFields } from './return-fields.ts';
import { saleChanges } from './sale-changes.ts';
import { ShareAction } from './share.tsx';

type Of = { readonly doc: FullDoc };

/** Actions that the status of a document allows. */
export function DocumentActions({ doc }: Of) {
  const w = words.value;
  const { docs: texts } = w.sell;
  if (isDraft(doc)) return <DraftActions doc={doc} />;
  return (
    <>
      <OfferActions doc={doc} />
      {!isVoid(doc) && (
        <ActionButton
          label={w.send}
          path={`documents/${doc.id}/send`}
          needs="documents:write"
          letter="s"
          fields={mailFields()}
          start={{ attach_pdf: true }}
          complete={withRecipients}
          changes={['documents', 'document-mails', 'document-shares', 'records']}
          done={texts.sent}
          isPrimary={doc.sent_at === null}
        />
      )}
      {isClaim(doc) && ['open', 'overdue'].includes(doc.status) && <ClaimActions doc={doc} />}
      {!isVoid(doc) && <SeldomActions doc={doc} />}
    </>
  );
}

function DraftActions({ doc }: Of) {
  const { id, type, version } = doc;
  const w = words.value;
  const { docs: texts } = w.sell;
  const may = useMay();
  return (
    <>
      <ActionButton
        label={w.issue}
        path={`documents/${id}/issue`}
        needs="documents:issue"
        letter="i"
        body={{ version }}
        fields={[
          { name: 'send_when_issued', label: w.sell.sale.sendToo, kind: 'yes', isWide: true },
          { name: 'issue_date', label: w.columns.date, kind: 'day' },
          ...(type === 'quote' ? [{ name: 'valid_until', label: texts.validUntil, kind: 'day' as const }] : []),
        ]}
        changes={saleChanges}
        done={({ number }) => filled(w.sell.sale.issued, { number: number ?? '' })}
        isPrimary
      />
      <ApprovalActions doc={doc} />
      {may('documents:write') && (
        <a class="button" href={`/documents/${id}/edit`}>
          {w.form.edit}
        </a>
      )}
      <ActionButton
        label={w.form.delete}
        path={`documents/${id}`}
        method="DELETE"
        needs="documents:write"
        warning={w.sell.sale.deleteHint}
        changes={['documents']}
        onDone={() => go('/documents')}
        isDangerous
      />
    </>
  );
}

/** Invoices that wait for their money. */
function ClaimActions({ doc: { id, sale_id, amount_due } }: Of) {
  return (
    <>
      {sale_id !== null && <TakePayment saleId={sale_id} due={amount_due} />}
      <RemindAction id={id} isFirst />
    </>
  );
}

/** A correction credits the invoice and issues another. */
const correctNeeds = ['documents:void', 'documents:issue', 'sales:void', 'sales:write', 'sales:confirm'];

function SeldomActions({ doc }: Of) {
  const w = words.value;
  const { docs: texts, paid, sale } = w.sell;
  const may = useMay();
  const { id, type, status, lines } = doc;
  const isPaid = !isNothing(doc.amount_paid ?? '0');
  return (
    <More>
      <ShareAction id={id} />
      {['invoice', 'deposit_invoice', 'credit_note'].includes(type) && (
        <Download path={`documents/${id}/einvoice`} name={`${doc.number}.xml`} onFault={say}>
          {texts.eInvoice}
        </Download>
      )}
      {isClaim(doc) && ['open', 'overdue'].includes(status) && <HoldAction id={id} />}
      {doc.sale_id !== null && may('sales:read') && (
        <a class="button" href={`/sales/${doc.sale_id}`}>
          {sale.open}
        </a>
      )}
      {type === 'invoice' && may('documents:manage') && (
        <a class="button" href={`/recurring/new?document_id=${id}`}>
          {texts.makeRecurring}
        </a>
      )}
      {type === 'invoice' && ['open', 'overdue', 'paid'].includes(status) && correctNeeds.every(may) && (
        <a class="button" href={`/documents/${id}/correct`}>
          {texts.correct}
        </a>
      )}
      {isClaim(doc) && ['open', 'overdue', 'paid', 'uncollectible'].includes(status) && (
        <ActionButton
          label={texts.credit}
          path={`documents/${id}/credit`}
          needs="documents:void"
          warning={sale.returnHint}
          fields={returnFields({ lines, isPaid, isCredit: true })}
          start={{ restock: true }}
          complete={(typed) => returnBody(typed, { lines, isCredit: true })}
          changes={[...saleChanges, 'stock']}
          onDone={(made) => go(`/documents/${made.id}`)}
        />
      )}
      {type !== 'statement' && !['converted', 'applied', 'credited'].includes(status) && (
        <ActionButton
          label={texts.void}
          path={`documents/${id}/void`}
          needs="documents:void"
          warning={texts.voidHint}
          fields={[{ name: 'reason', label: paid.reason, isRequired: true, isWide: true }]}
          changes={saleChanges}
          isDangerous
        />
      )}
    </More>
  );
}
