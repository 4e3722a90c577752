import { useMay } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { words } from '../../words/index.ts';
import { parts } from './parts.ts';

/** Everything that is set once, by what it is for. */
export function Settings() {
  const t = words.value.setup;
  const may = useMay();
  return (
    <div class="page narrow settings">
      <header class="top">
        <h1 tabIndex={-1}>{t.title}</h1>
      </header>
      {parts.map(({ group, parts: some }) => {
        const open = some.filter(({ needs }) => may(needs));
        if (open.length === 0) return null;
        return (
          <Section key={group} title={t.groups[group]}>
            <ul class="ways">
              {open.map(({ name }) => (
                <li key={name}>
                  <a href={`/settings/${name}`}>
                    <b>{t.parts[name].title}</b>
                    <span class="quiet">{t.parts[name].hint}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        );
      })}
    </div>
  );
}
