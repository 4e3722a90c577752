/** Each line: what is said, and the actions that are right. */
export const german = `
Rechnung schreiben für neuen Kunden > create_document
Angebot erstellen > create_document
Kunde hat das Angebot angenommen > accept_document
Angebot in Rechnung umwandeln > convert_document
Rechnung stornieren > credit_document, void_document
Gutschrift zu einer Rechnung > credit_document
Lieferschein drucken > create_document, get_document_pdf
Rechnung per Mail verschicken > send_document
Mahnung rausschicken > remind_document
wer hat noch nicht bezahlt > get_receivables_aging, list_sales, list_documents
offene Posten Debitoren > get_receivables_aging
was schulden wir den Lieferanten > get_payables_aging, get_supplier_balance
Zahlungseingang verbuchen > create_payment
Zahlung wurde falsch zugeordnet > reverse_allocation, void_payment
Kunden Geld zurückerstatten > refund_payment, refund_client
Forderung ausbuchen > write_off_sale
Kassenverkauf erfassen > record_sale
Ware zurückgenommen > return_sale
Eingangsrechnung erfassen > create_expense
Tankquittung einbuchen > create_expense
Spesen genehmigen > approve_expense
Kontoauszug einlesen > import_bank_statement
Bankkonto abstimmen > reconcile_bank_account, preview_bank_reconciliation
Umsatzsteuer fürs Quartal > get_tax_summary
Gewinn und Verlust dieses Jahr > get_profit_and_loss, get_report
Bilanz zum Jahresende > get_balance_sheet, get_report
welcher Kunde kauft weniger als im Vorjahr > compare_periods
warum ist unsere Marge schlechter > compare_periods
Lagerbestand anzeigen > list_stock_levels
Inventur machen > create_stock_count, open_stock_count
was muss nachbestellt werden > list_reorder_suggestions
Preise um fünf Prozent erhöhen > change_category_prices, change_list_prices
neuen Mitarbeiter einladen > create_invite
Monat abschließen > set_period_locks
doppelte Kunden zusammenführen > merge_client
Kundendaten löschen DSGVO > erase_client
monatliche Rechnung anlegen > create_recurring_document
`;
export const french = `
faire une facture > create_document
établir un devis > create_document
le client a accepté le devis > accept_document
transformer le devis en facture > convert_document
faire un avoir > credit_document
envoyer la facture par mail > send_document
relancer les clients qui n'ont pas payé > remind_document, list_due_reminders
factures impayées > get_receivables_aging, list_documents, list_sales
balance âgée fournisseurs > get_payables_aging
enregistrer un paiement reçu > create_payment
rembourser un client > refund_client, refund_payment
passer une créance en perte > write_off_sale
encaisser une vente au comptoir > record_sale
retour de marchandise > return_sale
saisir une facture fournisseur > create_expense
note de frais à approuver > approve_expense
payer le fournisseur > pay_expense, create_supplier_payment
importer le relevé bancaire > import_bank_statement
rapprochement bancaire > reconcile_bank_account, preview_bank_reconciliation
TVA du trimestre > get_tax_summary
compte de résultat > get_profit_and_loss, get_report
bilan de fin d'année > get_balance_sheet, get_report
niveau de stock > list_stock_levels
faire l'inventaire > create_stock_count, open_stock_count
articles à recommander > list_reorder_suggestions
transfert de stock entre magasins > create_stock_transfer
augmenter les prix de 3 % > change_category_prices, change_list_prices
inviter un collègue > create_invite
clôturer le mois > set_period_locks
fusionner des clients en double > merge_client
abonnement mensuel à facturer > create_recurring_document
changer l'adresse du client > update_client
bon de livraison > create_document
télécharger la facture en PDF > get_document_pdf
combien me doit ce client > get_client_balances, get_client_statement
`;
export const spanish = `
hacer una factura > create_document
crear un presupuesto > create_document
el cliente aceptó el presupuesto > accept_document
convertir presupuesto en factura > convert_document
factura rectificativa > credit_document
enviar la factura por correo > send_document
recordar a los clientes que no han pagado > remind_document, list_due_reminders
quién nos debe dinero > get_receivables_aging, list_sales
cuánto debemos a los proveedores > get_payables_aging
registrar un cobro > create_payment
devolver el dinero al cliente > refund_payment, refund_client
dar por perdida una deuda > write_off_sale
cobrar en caja > record_sale
devolución de mercancía > return_sale
registrar un gasto > create_expense
aprobar gasto > approve_expense
pagar al proveedor > pay_expense, create_supplier_payment
importar extracto bancario > import_bank_statement
conciliar la cuenta del banco > reconcile_bank_account, preview_bank_reconciliation
IVA del trimestre > get_tax_summary
pérdidas y ganancias > get_profit_and_loss, get_report
balance de situación > get_balance_sheet, get_report
existencias en almacén > list_stock_levels
hacer inventario > create_stock_count, open_stock_count
qué hay que reponer > list_reorder_suggestions
traspaso entre almacenes > create_stock_transfer
subir los precios un 5 % > change_category_prices, change_list_prices
invitar a un empleado > create_invite
cerrar el mes > set_period_locks
unir clientes duplicados > merge_client
factura recurrente cada mes > create_recurring_document
cambiar la dirección del cliente > update_client
albarán para la entrega > create_document
descargar factura en PDF > get_document_pdf
asiento contable > create_journal_entry, list_journal_entries
`;
export const dutch = `
factuur maken > create_document
offerte opstellen > create_document
klant ging akkoord met de offerte > accept_document
offerte omzetten naar factuur > convert_document
creditnota maken > credit_document
factuur mailen > send_document
aanmaning sturen > remind_document
wie moet nog betalen > get_receivables_aging, list_sales, list_documents
wat moeten we leveranciers nog betalen > get_payables_aging
betaling boeken van klant > create_payment
geld terugbetalen aan klant > refund_payment, refund_client
oninbare vordering afboeken > write_off_sale
kassaverkoop > record_sale
artikel retour > return_sale
inkoopfactuur invoeren > create_expense
bonnetje toevoegen > create_expense_receipt, create_expense
declaratie goedkeuren > approve_expense
leverancier betalen > pay_expense, create_supplier_payment
bankafschrift inlezen > import_bank_statement
bank afletteren > reconcile_bank_account, match_bank_line, match_bank_lines, preview_bank_reconciliation
btw over het kwartaal > get_tax_summary
winst- en verliesrekening > get_profit_and_loss, get_report
balans per einde jaar > get_balance_sheet, get_report
voorraad bekijken > list_stock_levels
voorraad tellen > create_stock_count, open_stock_count
wat moet ik bijbestellen > list_reorder_suggestions
voorraad verplaatsen naar andere winkel > create_stock_transfer
prijzen verhogen met 5 procent > change_category_prices, change_list_prices
collega uitnodigen > create_invite
maand afsluiten > set_period_locks
dubbele klanten samenvoegen > merge_client
maandelijkse factuur > create_recurring_document
adres van klant wijzigen > update_client
pakbon maken > create_document
grootboek bekijken > get_general_ledger, list_accounts
`;
