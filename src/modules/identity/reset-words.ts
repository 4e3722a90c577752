import { nearest } from '../../render/labels/index.ts';

/** The mail with the link to choose a new password. */
export type PasswordResetMessages = {
  readonly subject: string;
  /** `{name}` */
  readonly greeting: string;
  /** `{minutes}`; the link follows. */
  readonly choose: string;
  readonly ignore: string;
};

const en: PasswordResetMessages = {
  subject: 'Your new password',
  greeting: 'Hello {name},',
  choose: 'choose a new password for Daybook here within {minutes} minutes:',
  ignore: 'If you did not ask for this, ignore this e-mail; your password stays unchanged.',
};

const de: PasswordResetMessages = {
  subject: 'Ihr neues Passwort',
  greeting: 'Guten Tag {name},',
  choose: 'wählen Sie hier innerhalb von {minutes} Minuten ein neues Passwort für Daybook:',
  ignore: 'Wenn Sie nicht darum gebeten haben, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
};

const fr: PasswordResetMessages = {
  subject: 'Votre nouveau mot de passe',
  greeting: 'Bonjour {name},',
  choose: 'choisissez ici, dans les {minutes} minutes, un nouveau mot de passe pour Daybook :',
  ignore: 'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste inchangé.',
};

const es: PasswordResetMessages = {
  subject: 'Su nueva contraseña',
  greeting: 'Hola, {name}:',
  choose: 'elija aquí, en un plazo de {minutes} minutos, una nueva contraseña para Daybook:',
  ignore: 'Si no lo ha pedido usted, ignore este mensaje: su contraseña sigue siendo la misma.',
};

const it: PasswordResetMessages = {
  subject: 'La Sua nuova password',
  greeting: 'Buongiorno {name},',
  choose: 'scelga qui entro {minutes} minuti una nuova password per Daybook:',
  ignore: 'Se non l’ha chiesta Lei, ignori questo messaggio: la Sua password resta com’è.',
};

const nl: PasswordResetMessages = {
  subject: 'Uw nieuwe wachtwoord',
  greeting: 'Hallo {name},',
  choose: 'kies hier binnen {minutes} minuten een nieuw wachtwoord voor Daybook:',
  ignore: 'Hebt u hier niet om gevraagd, dan kunt u deze e-mail negeren: uw wachtwoord blijft zoals het is.',
};

const pt: PasswordResetMessages = {
  subject: 'A sua nova palavra-passe',
  greeting: 'Olá, {name},',
  choose: 'escolha aqui, dentro de {minutes} minutos, uma nova palavra-passe para o Daybook:',
  ignore: 'Se não fez este pedido, ignore esta mensagem: a sua palavra-passe continua a mesma.',
};

const pl: PasswordResetMessages = {
  subject: 'Nowe hasło',
  greeting: 'Dzień dobry, {name},',
  choose: 'tutaj można w ciągu {minutes} minut ustawić nowe hasło do Daybook:',
  ignore: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość: hasło pozostanie bez zmian.',
};

const ja: PasswordResetMessages = {
  subject: '新しいパスワードの設定',
  greeting: '{name} 様',
  choose: '{minutes} 分以内に、次のページで Daybook の新しいパスワードを設定してください。',
  ignore: 'お心当たりのない場合は、このメールを無視してください。パスワードは変わりません。',
};

const ar: PasswordResetMessages = {
  subject: 'كلمة مرورك الجديدة',
  greeting: 'مرحبًا {name}،',
  choose: 'اختر كلمة مرور جديدة لـ Daybook هنا خلال {minutes} دقيقة:',
  ignore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
};

const languages: Readonly<Record<string, PasswordResetMessages>> = { en, de, fr, es, it, nl, pt, pl, ja, ar };

/** Words in a language, or in English where nobody has written them. */
export function getPasswordResetMessages(language: string): PasswordResetMessages {
  return nearest(language, languages) ?? en;
}
