/** Comunicazione liquidazioni periodiche IVA. */
export const italianOfItaly: Readonly<Record<string, string>> = {
  VP2: 'Totale operazioni attive (al netto dell’IVA)',
  VP3: 'Totale operazioni passive (al netto dell’IVA)',
  VP4: 'IVA esigibile',
  VP5: 'IVA detratta',
  VP6: 'IVA dovuta o a credito',
  VP7: 'Debito periodo precedente non superiore al limite',
  VP8: 'Credito periodo precedente',
  VP9: 'Credito anno precedente',
  VP10: 'Versamenti auto UE',
  VP11: 'Crediti d’imposta',
  VP12: 'Interessi dovuti per liquidazioni trimestrali',
  VP13: 'Acconto dovuto',
  VP14: 'IVA da versare o a credito',
};
