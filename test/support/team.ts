import type { Actor } from '../../src/operation/actor.ts';
import { tokenMailedTo } from './invites.ts';
import { asStranger, join, type Person, password, register } from './people.ts';
import type { Wire, World } from './world.ts';

/** Somebody at work in an organisation. */
export type Colleague = {
  readonly person: Person;
  readonly actor: Actor;
  /** Their access token there. */
  readonly token: string;
  /** The id of their member. */
  readonly member: string;
  /** The actor at their next call. */
  readonly again: () => Promise<Actor>;
};

/** An organisation whose people come and go. */
export type Team = {
  readonly boss: Actor;
  readonly bossMember: string;
  readonly roleId: (name: string) => Promise<string>;
  /** Somebody who has an account, put into the organisation by hand. */
  readonly colleague: (role: string) => Promise<Colleague>;
  /** Invites an address, and answers what stands in the link of the mail. */
  readonly invited: (email: string, role: string, more?: object) => Promise<{ invite: Wire; token: string }>;
};

export async function openTeam(world: World, name: string): Promise<Team> {
  const boss = (await register(world, name)).actor;
  const me = await world.call('get_me', {}, { as: boss });
  const roleId: Team['roleId'] = async (role) => {
    const { data } = await world.call('list_roles', { limit: 100 }, { as: boss });
    return data.find((one: Wire) => one.name === role).id;
  };
  return {
    boss,
    bossMember: me.member.id,
    roleId,
    colleague: async (role) => {
      const person = await register(world, 'Helper');
      await join(world, person, boss, role);
      return atWork(world, person, me.organization.id);
    },
    invited: async (email, role, more = {}) => {
      const invite = await world.call(
        'create_invite',
        { email, role_ids: [await roleId(role)], ...more },
        { as: boss },
      );
      return { invite, token: await tokenMailedTo(world, email) };
    },
  };
}

/** Signs somebody in to an organisation that they are a member of. */
async function atWork(world: World, person: Person, organization_id: string): Promise<Colleague> {
  const { email } = person;
  const { access_token: token } = await asStranger(world, 'login', { email, password, organization_id });
  const again = () => world.access.actorOf(token);
  const actor = await again();
  const { member } = await world.call('get_me', {}, { as: actor });
  return { person, actor, token, member: member.id, again };
}
