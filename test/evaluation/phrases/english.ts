/** Each line: what is said, and the actions that are right. How models and bookkeepers write English. */
export const professional = `
issue a credit note for the whole invoice > credit_document
post an accrual for December audit fees > create_journal_entry
reverse last month's accrual > reverse_journal_entry
aged debtors as at 31 March > get_receivables_aging
aged creditors listing > get_payables_aging
print the trial balance > get_trial_balance, get_report
P&L for Q3 versus last year > get_profit_and_loss, get_report
customer statement of account for the year > get_client_statement
allocate unapplied cash to open invoices > apply_client_credit
unallocate the receipt from the wrong invoice > reverse_allocation
record a bounced cheque > void_payment, reverse_allocation
write off an irrecoverable receivable > write_off_sale
recover a bad debt that was written off > reverse_write_off
close accounting period > set_period_locks
allow one colleague to post into the closed quarter > create_lock_exception
import the CAMT file from the bank > import_bank_statement
reconcile the current account at month end > reconcile_bank_account, preview_bank_reconciliation
match a bank transaction to an invoice > match_bank_line, suggest_bank_matches
auto-match all certain bank lines > match_bank_lines
unreconcile the last bank reconciliation > reopen_bank_reconciliation
mark the bank fee line as not ours > exclude_bank_line
accounts payable for a supplier > get_supplier_balance, get_payables_aging
batch payment of several supplier bills > create_supplier_payment
apply supplier prepayment against bills > apply_supplier_credit
enter a purchase invoice > create_expense
approve the expense claim > approve_expense
reimburse an employee for travel costs > pay_expense
input and output VAT for the quarter > get_tax_summary, get_report
create a new VAT rate of 8.1 % > create_tax_rate
general ledger detail for account 4000 > get_general_ledger, get_report
add a nominal code > create_account
set up opening balances from the old system > set_opening_balances
export to beancount > export_ledger
year-end package for the auditor > export_ledger
balance sheet as of year end > get_balance_sheet, get_report
cash flow statement indirect method > get_cash_flow, get_report
stock valuation at cost on balance date > get_inventory_valuation, get_report
FIFO cost layers remaining > list_stock_layers
switch from FIFO to weighted average > change_costing_method
gross margin by SKU > get_product_margin, get_report
price-volume-mix analysis against the prior year > compare_periods
customers whose purchases declined year over year > compare_periods
post a stock take variance > apply_stock_count, create_stock_count
receive goods into the warehouse > create_stock_movement
inter-branch stock transfer > create_stock_transfer
cycle count sheet for the main location > open_stock_count, create_stock_count
reserve inventory for an order > create_stock_reservation
set reorder point > set_stock_thresholds
items below minimum level > list_stock_alerts, list_reorder_suggestions
slow-moving inventory > get_inventory_turnover
bulk price increase of 3 percent on a category > change_category_prices
customer-specific pricing > create_price_list
merge two duplicate customer records > merge_client
GDPR data subject access request > export_client
right to be forgotten > erase_client
assign account manager to customer > assign_client
void an incorrect receipt > void_payment
issue a partial refund on a card payment > refund_payment
refund cleared the clearing account > complete_refund
prepayment invoice for 30 percent > create_document
pro forma invoice to final invoice > convert_document
mark quotation as accepted > accept_document
customer rejected the estimate > decline_document
download invoice in XRechnung format > get_document_einvoice
parse an incoming ZUGFeRD invoice > read_einvoice, create_expense_from_file
email a dunning letter > remind_document
put an invoice on dunning hold, disputed > set_document_reminders
configure dunning levels and interest > update_reminder_policy
which dunning letters go out tonight > list_due_reminders
list late payment fees charged > list_late_fees
set up a subscription invoice > create_recurring_document
pause recurring billing for a client > pause_recurring_document
recurring rent expense each month > create_recurring_expense
change invoice numbering prefix > update_numbering_series
resend failed webhook delivery > replay_webhook_delivery
audit trail of changes to this invoice > get_record_timeline, list_audit_log
verify integrity of the audit trail > verify_audit_log
check that subledgers agree with control accounts > check_books, get_last_checks
invite a user with the accountant role > create_invite
deactivate a user account > suspend_member
define a custom role with read-only permissions > create_role
approve pending AI write requests > list_approvals, get_approval
CSV import of customers > create_import
why did rows of the import fail > get_import_errors
full data backup of the tenant > create_export
zip of all sales invoices of March > create_document_export
upload a PDF attachment > create_file
add a custom field to products > create_custom_field
contra transfer between bank and petty cash > create_transfer
set the USD exchange rate for today > set_exchange_rate
revenue by customer this year > get_revenue, get_report
year over year trend of turnover > get_trends
what entries make up this report figure > get_report_drilldown
on-charge expenses to the client with markup > invoice_expenses
early settlement discount taken late, allow it anyway > grant_discount
disallow the prompt payment discount > reverse_discount
returned merchandise authorisation, restock > return_sale
duplicate an order > duplicate_sale
find transactions by amount > list_transactions, search, list_bank_lines
barcode lookup > lookup_variant
available to promise quantity > get_variant_availability, list_stock_levels
bundle or kit product > create_product
design of the invoice template > create_document_template, update_document_template, get_document_designs
public link to an invoice > share_document
did the customer open the invoice email > list_document_mails, list_document_shares
update the customer's billing address > update_client
credit limit and payment terms of a customer > update_client, get_client
restore an archived item > restore_product, restore_variant
company tax number and address > update_organization, get_organization
the transfer of Tuesday pays INV-12 and INV-13 less 2 percent, write off the rest > reconcile_payment, match_bank_line
`;

/** In the words of owners, who know no software. */
export const everyday = `
ring up a customer at the counter > record_sale
sold two mugs for cash just now > record_sale
somebody brought the kettle back, give her the money > return_sale, refund_payment
they haven't paid us yet, nudge them > remind_document
who still owes us > get_receivables_aging, list_sales, list_documents
what do we owe the suppliers > get_payables_aging
can we afford it, how much money is in the bank > get_business_overview, get_cash_flow, list_bank_accounts
how did we do last month > get_business_overview, get_profit_and_loss, get_report
did we make any money this year > get_profit_and_loss, get_report, get_business_overview
what's selling best > get_revenue, get_product_margin, get_report
which things just sit on the shelf > get_inventory_turnover
we're running out of paper > list_stock_alerts, list_reorder_suggestions
what should I buy more of > list_reorder_suggestions
the delivery from the wholesaler came in > create_stock_movement
three vases broke > create_stock_movement
count everything on the shelves > create_stock_count, open_stock_count
carry ten boxes over to the other shop > create_stock_transfer
put one aside for Mrs Miller > create_stock_reservation
she isn't taking it, put it back on the shelf > release_stock_reservation
make everything in the tea section five percent dearer > change_category_prices
new thing we sell, costs 12 euros > create_product
we stopped selling candles > archive_product
scan this code and tell me what it costs > lookup_variant
write up an offer for the wedding > create_document
the customer took our offer > accept_document
they turned our offer down > decline_document
turn the offer into a bill > convert_document
send them the bill > send_document
the bill I sent is wrong, take it back > credit_document, void_document
I need a paper for the driver to sign > create_document
paper copy of the invoice to print > get_document_pdf
bill the gym the same every month > create_recurring_document
stop billing the gym > cancel_recurring_document, pause_recurring_document
the gym is closed for summer, no bills until september > pause_recurring_document
they'll never pay, forget about it > write_off_sale
they paid after all, what we'd given up on > reverse_write_off, create_payment
money came in from Anna > create_payment
he paid too much, use it for the next one > apply_client_credit
I booked the payment on the wrong invoice > reverse_allocation, void_payment
that payment never arrived, delete it > void_payment
give him his money back > refund_payment, refund_client
I took 200 out of the till to the bank > create_transfer
petrol receipt > create_expense
the electricity bill came > create_expense
paid the plumber > pay_expense, create_expense
pay my helper back what she laid out > pay_expense
here is a photo of a receipt for that cost > create_expense_receipt
rent goes out on the first every month > create_recurring_expense
what are we spending all that money on > get_expenses_by_category
where did the money go > get_expenses_by_category, get_cash_flow
how much tax do I have to hand over > get_tax_summary
stuff for my tax adviser > export_ledger
nobody should touch last year any more > set_period_locks
let Maria fix something in last year > create_lock_exception
go through the bank account and tick everything off > match_bank_lines, reconcile_bank_account
here's the file from my bank > import_bank_statement
what is this money on the bank statement for > suggest_bank_matches
the same customer is in there twice > merge_client
a customer moved house > update_client
he wants us to wipe everything we know about him > erase_client
she asked what we have stored about her > export_client
our regulars get ten percent off > create_price_list
put them all in one group, the restaurants > create_client_group
my new helper needs to get in > create_invite
the helper left, lock her out > suspend_member, remove_member
helper should not see the profits > update_role, update_member, create_role
who changed the price > list_audit_log, get_record_timeline
do all of that in one go or nothing > run_steps
oops, undo what you just did > undo_mcp_write
take back everything from this chat > undo_mcp_conversation
am I connected properly > connector_doctor
what's waiting for my okay > list_approvals
stop pestering the school with reminders > set_client_reminders
they say the bill is wrong, no reminders till we sorted it > set_document_reminders
charge them for being late > update_reminder_policy, list_late_fees
our logo on the bills > update_document_template, create_document_template, update_organization
make the bills look nicer > create_document_template, update_document_template, get_document_designs
bill numbers should start at 1000 > update_numbering_series
we moved, new address on everything > update_organization
save all my data somewhere safe > create_export
all the bills from last year in one file > create_document_export
read my old customer list from excel > create_import
the rental contract, keep it here > create_other_document
is everything adding up > check_books
how much does Jones owe in total > get_client_balances, get_client_statement
everything that happened with Jones > get_client_timeline
send Jones a list of what's open > get_client_statement
find that invoice from the bakery > search, list_documents, list_expenses
we take twint now > create_payment_method
let them pay by card > create_payment_method
gave away a coffee, loss > create_stock_movement
what's each thing worth on my shelves in total > get_inventory_valuation
do we have any left in blue > list_stock_levels, get_variant_availability, list_variants
the jumper also comes in red > create_variant
I made a mistake in the sale of this morning > void_sale, update_sale
what would 30 of those cost him with discount > calculate_sale
start a new order, not sure yet > create_sale
the order is on, go > confirm_sale
same order as last time > duplicate_sale
what happened with the email to Brown > list_document_mails
give them a link instead of an attachment > share_document
kill that link > revoke_document_share
exchange money, dollar is at 0.92 > set_exchange_rate
how many did we sell in june > get_revenue, get_inventory_movements, get_report
is it better than last year > get_trends
which of our regulars are spending less than they did > compare_periods
why is our margin worse than last spring > compare_periods
let us play it through before you touch anything > start_practice
that looked right, now do it properly in the books > promote_practice
`;

/** Typed in a hurry. */
export const mistyped = `
crate an invoce for new custmer > create_document
recieve a paymnet > create_payment
refnud the payment > refund_payment
wirte off bad dept > write_off_sale
show trail balance > get_trial_balance, get_report
balence sheet > get_balance_sheet, get_report
proffit and los > get_profit_and_loss, get_report
stok levels > list_stock_levels
invetory valuation > get_inventory_valuation, get_report
reconsile bank acount > reconcile_bank_account, preview_bank_reconciliation
imort bank statment > import_bank_statement
creidt note for invoice > credit_document, create_document
sned the invoice by emial > send_document
remnid custmers who havnt payed > remind_document, list_due_reminders
canel recuring invoice > cancel_recurring_document
pasue the subscripton > pause_recurring_document
ad a new prodcut > create_product
chnage the price of a varaint > update_variant
archiv a cleint > archive_client
merge duplicat clients > merge_client
uplod a recipt > create_expense_receipt, create_file
ender an expence > create_expense
pay suplier bill > pay_expense, create_supplier_payment
reimbrse employe > pay_expense
aged recievables > get_receivables_aging
acounts payble agein > get_payables_aging
cash flwo report > get_cash_flow, get_report
vat sumary > get_tax_summary, get_report
invite a new memeber > create_invite
revok the invit > revoke_invite
suspnd user > suspend_member
lock teh period > set_period_locks
jurnal entry > create_journal_entry, list_journal_entries
revese journal entry > reverse_journal_entry
chart of acounts > list_accounts
exchnage rate > set_exchange_rate, list_exchange_rates, get_exchange_rate
stock tranfser between wharehouses > create_stock_transfer
stock cuont > create_stock_count, open_stock_count, list_stock_counts
reorde sugestions > list_reorder_suggestions
reserv stock for custumer > create_stock_reservation
acept the qoute > accept_document
conver quote to invocie > convert_document
delet draft invoice > delete_document
donwload invoice pdf > get_document_pdf
shre link to documnet > share_document
pirce list for wholesalers > create_price_list, list_price_lists
rase prices of a catgory > change_category_prices
client statment > get_client_statement
erase presonal data > erase_client
expotr everything > create_export
improt csv of porducts > create_import
audti log > list_audit_log
undo last wirte > undo_mcp_write
webhok deliveries > list_webhook_deliveries
custm field > create_custom_field, list_custom_fields
paymnt methods > list_payment_methods
transfr money from cash to bank > create_transfer
aloccate credit to invoice > apply_client_credit
retrun goods > return_sale
void sael > void_sale
duplcate order > duplicate_sale
recrod a sale at the conter > record_sale
unmatch bank lien > unmatch_bank_line
sugest match for bank line > suggest_bank_matches
margn per product > get_product_margin, get_report
revnue by client > get_revenue, get_report
bussiness overveiw > get_business_overview
numering of invoices > update_numbering_series, list_numbering_series
remider policy > get_reminder_policy, update_reminder_policy
late feees > list_late_fees
tempalte for invoices > create_document_template, list_document_templates, update_document_template
bar code lokup > lookup_variant
supplyer balance > get_supplier_balance
deposti invoice > create_document
delivry note > create_document
open balnces > set_opening_balances
recuring expence > create_recurring_expense, list_recurring_expenses
aprove expense cliam > approve_expense
chek the books > check_books
`;
