import type { InviteMessages } from './invite-words.ts';

export const ja: InviteMessages = {
  subject: '{inviter}さんから{organization}への招待',
  greeting: 'こんにちは。',
  invites: '{inviter}さんが、Daybookの{organization}にあなたを招待しています。',
  look: '招待を見る',
  until: 'リンクは{day}まで、一度だけ有効です。',
  ignore: '心当たりがない場合は、このメールを無視してください。何も起こりません。',
  title: '{organization}に参加する',
  address: 'メールアドレス',
  role: '役割',
  ends: 'アクセスの期限',
  password: 'パスワード',
  passwordHint:
    '8文字以上で決めてください。このアドレスのアカウントがすでにある場合は、そのパスワードを入力してください。',
  accept: '招待を受ける',
  decline: '辞退する',
  wrongPassword: 'このアドレスにはすでにアカウントがあり、入力されたパスワードが違います。',
  weakPassword: 'メールアドレスとは異なる、8～128文字のパスワードを選んでください。',
  already: 'すでに{organization}のメンバーです。',
  joined: '{organization}へようこそ',
  joinedHint: 'Daybookと一緒にお使いのプログラムで、{email}とパスワードを使ってログインしてください。',
  declined: '招待を辞退しました。',
  roles: {
    owner: 'オーナー',
    admin: '管理者',
    accountant: '経理',
    manager: 'マネージャー',
    sales: '販売',
    stock: '在庫',
    viewer: '閲覧のみ',
  },
};
