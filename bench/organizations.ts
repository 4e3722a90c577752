type Made = { readonly id: string; readonly access_token: string; readonly token: string };

/** Posts to the service as anybody would. */
export async function post(port: number, token: string, path: string, body: object): Promise<Made> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const url = `http://127.0.0.1:${port}/api${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  // The fields used are those of the routes' answers.
  return (await answer.json()) as Made;
}

/** An access token of the same person, for another organisation of theirs. */
export async function anotherOrganization(port: number, token: string): Promise<string> {
  const organization = { name: 'Neighbour', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const { id } = await post(port, token, '/organizations', organization);
  return (await post(port, token, '/auth/switch', { organization_id: id })).access_token;
}
