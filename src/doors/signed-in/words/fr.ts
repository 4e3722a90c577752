import type { SignInMessages } from './en-sign-in.ts';

export const fr: SignInMessages = {
  language: 'fr',
  signIn: {
    title: 'Se connecter à Daybook',
    toConnect: 'pour relier {app}, qui revient à {place}',
    toDecide: 'pour voir ce que des clients IA vous demandent',
    toConnectClient: 'pour relier un client IA et voir ceux qui le sont',
    toSeeNotices: 'pour voir ce qui s’est passé dans votre organisation',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    code: 'Code',
    codeHint: 'Ce que votre application d’authentification affiche maintenant, ou un code de secours.',
    signIn: 'Se connecter',
    wait: 'Trop de tentatives. Réessayez dans {span}.',
    faults: {
      credentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
      code: 'Ce compte a un second facteur. Saisissez de nouveau votre mot de passe, et le code.',
      code_wrong: 'Ce code est faux ou a déjà servi. Saisissez de nouveau votre mot de passe et un nouveau code.',
      no_membership: 'Vous n’êtes membre d’aucune organisation.',
      ended: 'Vous avez été déconnecté. Connectez-vous de nouveau.',
    },
  },
  errors: {
    title: 'Cette connexion est impossible',
    error: 'Erreur',
    otherwise: 'L’application qui vous a envoyé ici a demandé quelque chose d’impossible.',
    invalid_client: 'Daybook ne connaît plus cette application. Supprimez-y la connexion et ajoutez-la de nouveau.',
    invalid_redirect_uri: 'L’application a voulu revenir à une adresse qu’elle n’a pas déclarée.',
    request_expired: 'Trop de temps a passé, ou ce navigateur refuse les cookies. Recommencez dans l’application.',
    form_refused: 'Le formulaire ne venait pas de cette page ou est resté ouvert trop longtemps. Revenez et réessayez.',
    rate_limited: 'Trop de demandes sont venues d’ici. Attendez une minute et réessayez.',
    server_error: 'C’est notre faute. Réessayez dans une minute.',
  },
  consent: {
    title: 'Relier {app}',
    wants: '{app} veut agir pour vous dans Daybook',
    app: 'Application',
    unverified: 'non vérifiée',
    place: 'Revient à',
    caution:
      'L’application a choisi son nom elle-même. Ne continuez que si vous venez de lui demander de se connecter et ' +
      'savez où elle revient.',
    organization: 'Organisation',
    inOrganization: 'Dans l’organisation',
    ends: 'La connexion prend fin',
    allow: 'Autoriser',
    cancel: 'Annuler',
    never: 'Elle ne pourra jamais plus que vous. Vous la trouvez sous {page} et pouvez y mettre fin.',
    signedIn: 'Connecté en tant que',
    other: 'Utiliser un autre compte',
  },
  terms: {
    may: 'Ce qu’elle peut faire',
    areas: 'Seulement certains domaines',
    areasHint: 'Sans coche, elle vaut pour tous.',
    limits: 'Limites',
    limitsHint: 'Dans la monnaie des comptes. Ce qui dépasse attend une personne. Vide : pas de limite.',
    perWrite: 'Au plus par écriture',
    perDay: 'Au plus par jour',
    presets: {
      read_only: { name: 'Lire', detail: 'Elle consulte et rend compte. Elle ne change rien.' },
      draft_only: {
        name: 'Préparer',
        detail:
          'Elle lit et écrit des brouillons. Ce qui touche à l’argent, au stock ou aux numéros, un humain le fait.',
      },
      standard: {
        name: 'Travail quotidien',
        detail:
          'Elle lit et écrit. Remboursements, annulations, suppressions, équipe, réglages et livres clos ' +
          'demandent un humain.',
      },
      full: {
        name: 'Tout ce que vous pouvez',
        detail: 'Rien n’attend un humain, sauf si l’IA a lu ce que des inconnus ont écrit.',
      },
    },
    lasts: { '30': 'Dans 30 jours', '90': 'Dans 90 jours', '365': 'Dans un an', none: 'Quand j’y mets fin' },
    toolsets: {
      organization: 'Organisation',
      clients: 'Clients',
      products: 'Produits',
      stock: 'Stock',
      sales: 'Ventes',
      payments: 'Paiements',
      expenses: 'Dépenses',
      documents: 'Documents',
      reports: 'Rapports',
      ledger: 'Grand livre',
      team: 'Équipe',
      webhooks: 'Webhooks',
      data: 'Données et fichiers',
      connector: 'Clients IA',
    },
  },
};
