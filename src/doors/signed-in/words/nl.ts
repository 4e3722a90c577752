import type { SignInWords } from './en-sign-in.ts';

export const nl: SignInWords = {
  language: 'nl',
  signIn: {
    title: 'Inloggen bij Daybook',
    toConnect: 'om {app} te verbinden, dat terugkeert naar {place}',
    toDecide: 'om te zien wat AI-programma’s van u vragen',
    toConnectClient: 'om een AI-programma te verbinden en te zien welke verbonden zijn',
    toSeeNotices: 'om te zien wat er in uw organisatie is gebeurd',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    code: 'Code',
    codeHint: 'Wat uw authenticator-app nu toont, of een herstelcode.',
    signIn: 'Inloggen',
    wait: 'Te veel pogingen. Probeer het over {span} opnieuw.',
    faults: {
      credentials: 'Het e-mailadres of het wachtwoord klopt niet.',
      code: 'Dit account heeft een tweede factor. Voer uw wachtwoord opnieuw in, en de code.',
      code_wrong: 'Die code klopt niet of is al gebruikt. Voer uw wachtwoord opnieuw in, en een nieuwe code.',
      no_membership: 'U bent van geen enkele organisatie lid.',
      ended: 'U bent uitgelogd. Log opnieuw in.',
    },
  },
  errors: {
    title: 'Deze verbinding is niet mogelijk',
    error: 'Fout',
    otherwise: 'De app die u hierheen stuurde, vroeg iets dat niet kan.',
    invalid_client: 'Daybook kent deze app niet meer. Verwijder daar de verbinding en voeg die opnieuw toe.',
    invalid_redirect_uri: 'De app wilde terug naar een adres dat zij niet heeft aangemeld.',
    request_expired: 'Er is te veel tijd verstreken, of deze browser bewaart geen cookies. Begin opnieuw in de app.',
    form_refused: 'Het formulier kwam niet van deze pagina of stond te lang open. Ga terug en probeer het opnieuw.',
    rate_limited: 'Er kwamen te veel verzoeken van hier. Wacht een minuut en probeer het opnieuw.',
    server_error: 'Dat ligt aan ons. Probeer het over een minuut opnieuw.',
  },
  consent: {
    title: '{app} verbinden',
    wants: '{app} wil in Daybook namens u handelen',
    app: 'App',
    unverified: 'niet gecontroleerd',
    place: 'Keert terug naar',
    caution:
      'De app heeft haar naam zelf gekozen. Ga alleen door als u haar zojuist hebt gevraagd te verbinden ' +
      'en weet waar zij naar terugkeert.',
    organization: 'Organisatie',
    inOrganization: 'In de organisatie',
    ends: 'De verbinding eindigt',
    allow: 'Toestaan',
    cancel: 'Annuleren',
    never: 'Zij kan nooit meer dan u. U vindt haar onder {page} en kunt haar daar beëindigen.',
    signedIn: 'Ingelogd als',
    other: 'Een ander account gebruiken',
  },
  terms: {
    may: 'Wat zij mag',
    areas: 'Alleen enkele gebieden',
    areasHint: 'Zonder vinkje geldt het voor alle.',
    presets: {
      read_only: { name: 'Lezen', detail: 'Zij zoekt op en rapporteert. Zij verandert niets.' },
      draft_only: {
        name: 'Voorbereiden',
        detail: 'Zij leest en schrijft concepten. Wat geld, voorraad of nummers beweegt, doet een mens.',
      },
      standard: {
        name: 'Dagelijks werk',
        detail:
          'Zij leest en schrijft. Terugbetalen, annuleren, verwijderen, team, instellingen en gesloten boeken ' +
          'vragen een mens.',
      },
      full: {
        name: 'Alles wat u mag',
        detail: 'Niets wacht op een mens, tenzij de AI heeft gelezen wat vreemden schreven.',
      },
    },
    lasts: { '30': 'Over 30 dagen', '90': 'Over 90 dagen', '365': 'Over een jaar', none: 'Als ik haar beëindig' },
    toolsets: {
      organization: 'Organisatie',
      clients: 'Klanten',
      products: 'Producten',
      stock: 'Voorraad',
      sales: 'Verkopen',
      payments: 'Betalingen',
      expenses: 'Uitgaven',
      documents: 'Documenten',
      reports: 'Rapporten',
      ledger: 'Grootboek',
      team: 'Team',
      webhooks: 'Webhooks',
      data: 'Gegevens en bestanden',
      connector: 'AI-programma’s',
    },
  },
};
