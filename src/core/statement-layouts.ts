/** How the balance sheet and the profit and loss statement are laid out: by type of account, or as a standard says. */
export const statementLayouts = ['plain', 'hgb', 'hgb_small', 'uk', 'us', 'ifrs', 'pcg', 'pgc_pymes'] as const;
export type StatementLayout = (typeof statementLayouts)[number];

/** A layout that a standard asks for. */
export type StandardLayout = Exclude<StatementLayout, 'plain'>;
