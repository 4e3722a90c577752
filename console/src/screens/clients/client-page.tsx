import { useAll, useRead } from '../../api/cache.ts';
import { useKeys } from '../../app/keys.ts';
import { useMay } from '../../app/me.ts';
import { go } from '../../app/router.ts';
import type { Params } from '../../app/params.ts';
import { RecordPage, Section } from '../../frames/record-page.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { figure, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { DocumentLinks } from '../sell/document-links.tsx';
import { PaymentLinks } from '../paid/payment-links.tsx';
import { SaleLinks } from '../sell/sale-links.tsx';
import { BalanceFacts } from './balance.tsx';
import type { Client } from './client.ts';
import { ClientActions } from './client-actions.tsx';
import { ContactFacts, termsText } from './contact.tsx';
import { ClientTimeline } from './client-timeline.tsx';
import { SupplierAccount } from './supplier-account.tsx';

/** Everything about one client. */
export function ClientPage({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const { clients: texts } = w.sell;
  const may = useMay();
  const balances = may('payments:read') ? '?expand=balances' : '';
  const { data: client, problem } = useRead<Client>(`clients/${id}${balances}`);
  useKeys({
    ...(may('clients:write') && { e: () => go(`/clients/${id}/edit`) }),
    ...(may('payments:write') && { p: () => go(`/payments/new?client_id=${id}`) }),
  });
  return (
    <RecordPage
      back={{ href: '/clients', label: w.clients }}
      eyebrow={client?.number}
      title={client?.display_name ?? ''}
      isLoaded={client !== undefined}
      problem={problem}
      actions={client && <ClientActions client={client} />}
      aside={
        client && (
          <>
            {client.balances !== undefined && client.balances.length > 0 && (
              <Section title={texts.balance}>
                <BalanceFacts of={client.balances} />
              </Section>
            )}
            <Section title={texts.contact}>
              <ContactFacts of={client} />
              <People of={client} />
            </Section>
            <Section title={texts.terms}>
              <TermFacts of={client} />
            </Section>
            {client.roles.includes('supplier') && <SupplierAccount id={id} />}
          </>
        )
      }
    >
      {client && (
        <>
          {client.status === 'archived' && (
            <p>
              <State of="archived" />
            </p>
          )}
          {may('sales:read') && (
            <Section title={w.sales} action={<a href={`/sales?client_id=${id}`}>{w.viewAll}</a>}>
              <SaleLinks path={`sales?client_id=${id}`} />
            </Section>
          )}
          {may('documents:read') && (
            <Section title={w.documents}>
              <DocumentLinks path={`documents?client_id=${id}`} />
            </Section>
          )}
          {may('payments:read') && (
            <Section title={w.payments} action={<a href={`/payments?client_id=${id}`}>{w.viewAll}</a>}>
              <PaymentLinks path={`payments?client_id=${id}`} />
            </Section>
          )}
          <Section title={w.history}>
            <ClientTimeline id={id} />
          </Section>
        </>
      )}
    </RecordPage>
  );
}

function People({ of }: { readonly of: Client }) {
  return (
    <ul class="people">
      {of.contacts.map(({ name, role, email, phone }) => (
        <li key={`${name} ${email}`}>
          <b>{name}</b> {role && <span class="quiet">{role}</span>}
          <br />
          {email && <a href={`mailto:${email}`}>{email}</a>} {phone}
        </li>
      ))}
    </ul>
  );
}

function TermFacts({ of }: { readonly of: Client }) {
  const { clients: texts } = words.value.sell;
  const list = useRead<{ readonly name: string }>(of.price_list_id ? `price-lists/${of.price_list_id}` : undefined);
  const groups = useAll<{ id: string; name: string }>(
    of.group_ids.length > 0 ? 'client-groups?fields=name' : undefined,
  ).rows;
  const joined = groups.filter(({ id }) => of.group_ids.includes(id)).map(({ name }) => name);
  return (
    <Facts
      of={[
        [texts.kind, texts.kinds[of.type]],
        [texts.legalName, of.legal_name],
        ...of.tax_ids.map(({ type, value }) => [named(texts.taxIds, type), value] as const),
        [texts.taxStatus, named(texts.taxStatuses, of.tax_status)],
        [texts.paymentTerms, of.payment_terms && termsText(of.payment_terms)],
        [texts.currency, of.currency],
        [texts.discount, of.discount_percent && `${figure(of.discount_percent)} %`],
        [texts.priceList, list.data?.name],
        [texts.creditLimit, of.credit_limit && money(of.credit_limit, of.credit_limit_currency ?? undefined)],
        [texts.hold, of.credit_hold && texts.onHold],
        [texts.groups, joined.join(', ')],
        [texts.doNotContact, of.do_not_contact && words.value.form.yes],
        [texts.notes, of.notes_internal],
        [texts.notesPublic, of.notes_public],
        [
          texts.mergedFrom,
          of.merged_from
            ?.map(({ number, display_name }) => filled(texts.mergedName, { name: display_name, number }))
            .join('\n'),
        ],
      ]}
    />
  );
}
