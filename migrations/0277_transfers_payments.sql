-- A transfer of money may be corrected: its entries are reversed on their day and posted anew, so the books say what the
-- record says. Where it went from and to, its currencies and its number stay; once it is void, all of it does.
drop trigger frozen on money_transfers;
create trigger frozen before update on money_transfers for each row
  when ((old.number, old.from_account_id, old.to_account_id, old.currency, old.to_currency, old.created_at)
      is distinct from (new.number, new.from_account_id, new.to_account_id, new.currency, new.to_currency,
        new.created_at)
    or (old.voided_at is not null and (old.voided_at, old.voided_on, old.amount, old.fee_amount, old.to_amount,
        old.base_amount, old.base_fee, old.base_to_amount, old.transfer_date)
      is distinct from (new.voided_at, new.voided_on, new.amount, new.fee_amount, new.to_amount, new.base_amount,
        new.base_fee, new.base_to_amount, new.transfer_date)))
  execute function refuse_posted_change();
