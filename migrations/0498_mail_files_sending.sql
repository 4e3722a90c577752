-- A mail brings along the files that went with the document when it was issued.
create or replace view documents_for_mails with (security_invoker = true) as
  select documents.organization_id, documents.id, snapshot ->> 'language' as language,
    snapshot #>> '{seller,name}' as seller, coalesce(organizations.email, snapshot #>> '{seller,email}') as reply_to,
    voided_at is null and exists (select from sales where sales.organization_id = documents.organization_id
      and sales.id = documents.sale_id and sales.status = 'confirmed') as is_due,
    array(select attached ->> 'file_id' from jsonb_array_elements(coalesce(snapshot -> 'attachments', '[]'))
      with ordinality as each (attached, position) order by position) as file_ids
  from documents join organizations on organizations.id = documents.organization_id
  where issued_at is not null;
