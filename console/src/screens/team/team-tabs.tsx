import { words } from '../../words/index.ts';

/** The three lists of who may what. */
export function TeamTabs({ at }: { readonly at: 'people' | 'invites' | 'roles' }) {
  const t = words.value.team;
  const tabs = { people: t.people, invites: t.invites, roles: t.roles };
  const others = Object.entries(tabs).filter(([name]) => name !== at);
  return (
    <>
      {others.map(([name, title]) => (
        <a key={name} class="button" href={`/${name}`}>
          {title}
        </a>
      ))}
    </>
  );
}
