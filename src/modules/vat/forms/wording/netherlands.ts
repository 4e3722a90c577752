/** Aangifte omzetbelasting. */
export const dutchOfTheNetherlands: Readonly<Record<string, string>> = {
  '1a': 'Leveringen/diensten belast met hoog tarief',
  '1b': 'Leveringen/diensten belast met laag tarief',
  '1c': 'Leveringen/diensten belast met overige tarieven, behalve 0 %',
  '1d': 'Privégebruik',
  '1e': 'Leveringen/diensten belast met 0 % of niet bij u belast',
  '2a': 'Leveringen/diensten waarbij de heffing van omzetbelasting naar u is verlegd',
  '3a': 'Leveringen naar landen buiten de EU (uitvoer)',
  '3b': 'Leveringen naar of diensten in landen binnen de EU',
  '3c': 'Installatie/afstandsverkopen binnen de EU',
  '4a': 'Leveringen/diensten uit landen buiten de EU',
  '4b': 'Leveringen/diensten uit landen binnen de EU',
  '5a': 'Verschuldigde omzetbelasting',
  '5b': 'Voorbelasting',
  '5g': 'Totaal te betalen of terug te vragen',
};
