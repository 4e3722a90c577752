import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { checkAll } from '../../commands/check-books.ts';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { sealedBooks } from '../../../test/support/sealed-books.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { typeIdFrom } from '../../wire/type-id.ts';

const world = await createWorld();
const { call, runtime } = world;
const { sealAll, business, verify, superuser } = sealedBooks(world);

const entryId = (id: string | undefined) => typeIdFrom('aud', id ?? '');

/** Tampering with the log as a superuser, and the finding that must come first. */
type Crime = {
  readonly done: string;
  readonly by: (client: pg.Client, about: { id: string; rows: readonly string[] }) => Promise<unknown>;
  readonly kind: string;
  readonly sequence: number | null;
};

const crimes: readonly Crime[] = [
  {
    done: 'changing a row',
    by: (client, { rows }) =>
      client.query(`update audit_log set after = (after::jsonb || '{"display_name": "Nobody"}')::json where id = $1`, [
        rows[2],
      ]),
    kind: 'altered',
    sequence: 3,
  },
  {
    done: 'changing a row and its digest',
    by: async (client, { rows }) => {
      await client.query(`update audit_log set action = 'get_client' where id = $1`, [rows[2]]);
      await client.query(`update audit_seals set digest = sha256('x') where audit_id = $1`, [rows[2]]);
    },
    kind: 'reordered',
    sequence: 3,
  },
  {
    done: 'removing a row',
    by: (client, { rows }) => client.query('delete from audit_log where id = $1', [rows[1]]),
    kind: 'removed',
    sequence: 2,
  },
  {
    done: 'removing a row with its link',
    by: async (client, { rows }) => {
      await client.query('delete from audit_log where id = $1', [rows[1]]);
      await client.query('delete from audit_seals where audit_id = $1', [rows[1]]);
    },
    kind: 'removed',
    sequence: 2,
  },
  {
    done: 'removing a row with its link, and closing the gap',
    by: async (client, { id, rows }) => {
      await client.query('delete from audit_log where id = $1', [rows[1]]);
      await client.query('delete from audit_seals where audit_id = $1', [rows[1]]);
      for (let sequence = 3; sequence <= rows.length; sequence += 1) {
        await client.query(
          'update audit_seals set sequence = sequence - 1 where organization_id = $1 and sequence = $2',
          [id, sequence],
        );
      }
      await client.query('update audit_heads set sequence = sequence - 1 where organization_id = $1', [id]);
    },
    kind: 'reordered',
    sequence: 2,
  },
  {
    done: 'removing the newest rows with their links',
    by: async (client, { id }) => {
      await client.query(
        `delete from audit_log where id in (
          select audit_id from audit_seals where organization_id = $1 and sequence > 4)`,
        [id],
      );
      await client.query('delete from audit_seals where organization_id = $1 and sequence > 4', [id]);
    },
    kind: 'removed',
    sequence: 5,
  },
  {
    done: 'removing the newest rows with their links, and moving the head back',
    by: async (client, { id }) => {
      await client.query(
        `delete from audit_log where id in (
          select audit_id from audit_seals where organization_id = $1 and sequence > 4)`,
        [id],
      );
      await client.query('delete from audit_seals where organization_id = $1 and sequence > 4', [id]);
      await client.query(
        `update audit_heads as head set sequence = seal.sequence, hash = seal.hash from audit_seals as seal
         where head.organization_id = $1 and seal.organization_id = $1 and seal.sequence = 4`,
        [id],
      );
    },
    kind: 'head',
    sequence: 4,
  },
  {
    done: 'removing everything',
    by: async (client, { id }) => {
      await client.query('delete from audit_log where organization_id = $1', [id]);
      await client.query('delete from audit_seals where organization_id = $1', [id]);
    },
    kind: 'removed',
    sequence: 1,
  },
  {
    done: 'putting a row between others',
    by: (client, { rows }) =>
      client.query(
        `insert into audit_log select (entry).* from (select jsonb_populate_record(entry,
           jsonb_build_object('id', gen_random_uuid())) as entry from audit_log as entry where id = $1) as made`,
        [rows[2]],
      ),
    kind: 'inserted',
    sequence: null,
  },
  {
    done: 'exchanging two rows',
    by: async (client, { rows }) => {
      const swap = 'update audit_log set id = $2 where id = $1';
      const spare = '00000000-0000-7000-8000-000000000001';
      await client.query(swap, [rows[1], spare]);
      await client.query(swap, [rows[3], rows[1]]);
      await client.query(swap, [spare, rows[3]]);
    },
    kind: 'altered',
    sequence: 2,
  },
  {
    done: 'exchanging two links',
    by: async (client, { id }) => {
      const swap = 'update audit_seals set sequence = $3 where organization_id = $1 and sequence = $2';
      await client.query(swap, [id, 2, 1_000]);
      await client.query(swap, [id, 4, 2]);
      await client.query(swap, [id, 1_000, 4]);
    },
    kind: 'reordered',
    sequence: 2,
  },
  {
    done: 'writing the chain anew from a row on, without the key',
    by: async (client, { id, rows }) => {
      await client.query(`update audit_log set actor = '{"id": null, "name": "x", "type": "user"}' where id = $1`, [
        rows[3],
      ]);
      await client.query(
        `update audit_seals set digest = sha256(digest), hash = sha256(hash)
         where organization_id = $1 and sequence >= 4`,
        [id],
      );
      await client.query(
        `update audit_heads as head set hash = seal.hash from audit_seals as seal
         where head.organization_id = $1 and seal.organization_id = $1 and seal.sequence = head.sequence`,
        [id],
      );
    },
    kind: 'reordered',
    sequence: 4,
  },
  {
    done: 'removing the head',
    by: (client, { id }) => client.query('delete from audit_heads where organization_id = $1', [id]),
    kind: 'head',
    sequence: 6,
  },
];

for (const { done, by, kind, sequence } of crimes) {
  test(`${done} is told of, even where a superuser did it`, async () => {
    const about = await business();
    const innocent = await business(2);
    await superuser((client) => by(client, about));
    const verdict = await verify(about.who);
    assert.equal(verdict.ok, false);
    const [first] = verdict.found;
    assert.deepEqual([first.kind, first.sequence], [kind, sequence], JSON.stringify(verdict.found));
    assert.equal((await verify(innocent.who)).ok, true, 'control: the log of another organisation');
  });
}

test('whoever the service runs as can neither change nor empty the log and its chain', async () => {
  for (const table of ['audit_log', 'audit_seals']) {
    for (const change of [`truncate ${table}`, `delete from ${table}`, `update ${table} set organization_id = null`]) {
      const asService = asOwner(world.database.ownerUrl, async (client) => {
        await client.query('set role daybook_runtime');
        await client.query(change);
      });
      await assert.rejects(asService, /permission denied/, change);
      await assert.rejects(
        asOwner(world.database.ownerUrl, (client) => client.query(change)),
        /append-only/,
        change,
      );
    }
  }
});

test('a change of any column of a row is told of', async () => {
  const { who, rows } = await business(1);
  const { rows: columns } = await superuser((client) =>
    client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'audit_log'`,
    ),
  );
  assert.ok(columns.length >= 17);
  const others: Readonly<Record<string, string>> = {
    uuid: 'gen_random_uuid()',
    jsonb: `'{"other": 1}'`,
    json: `'{"other": 1}'`,
    text: `'other'`,
    'timestamp with time zone': `at + interval '1 microsecond'`,
  };
  for (const { name, type } of columns.filter((column) => !['id', 'organization_id'].includes(column.name))) {
    await superuser(async (client) => {
      await client.query('create table kept as select * from audit_log where id = $1', [rows[0]]);
      await client.query(`update audit_log set ${name} = ${others[type]} where id = $1`, [rows[0]]);
    });
    assert.deepEqual(
      (await verify(who)).found.map(({ kind, sequence }: Wire) => [kind, sequence]),
      [['altered', 1]],
      name,
    );
    await superuser(async (client) => {
      await client.query('delete from audit_log where id = $1', [rows[0]]);
      await client.query('insert into audit_log select * from kept');
      await client.query('drop table kept');
    });
    assert.equal((await verify(who)).ok, true, `control: ${name}`);
  }
});

test('a head that was noted down tells of an end that was cut off with it', async () => {
  const { who, id } = await business(2);
  const early = await superuser((client) => client.query('select * from audit_heads where organization_id = $1', [id]));
  await call('create_client', { type: 'individual', display_name: 'Later' }, { as: who });
  await sealAll(id);
  const { head } = await verify(who);
  const noted = { known_sequence: head.sequence, known_hash: head.hash };
  assert.equal((await verify(who, noted)).ok, true);
  await superuser(async (client) => {
    await client.query(
      `delete from audit_log where id in (
         select audit_id from audit_seals where organization_id = $1 and sequence = 3)`,
      [id],
    );
    await client.query('delete from audit_seals where organization_id = $1 and sequence = 3', [id]);
    const { sequence, hash, sealed_at, signature } = early.rows[0];
    await client.query(
      `update audit_heads set sequence = $2, hash = $3, sealed_at = $4, signature = $5 where organization_id = $1`,
      [id, sequence, hash, sealed_at, signature],
    );
  });
  assert.equal((await verify(who)).ok, true, 'a head that was put back with its signature is not seen without');
  assert.deepEqual(
    (await verify(who, noted)).found.map(({ kind, sequence }: Wire) => [kind, sequence]),
    [['removed', 3]],
  );
  await assert.rejects(verify(who, { known_sequence: 3 }), refused('validation_failed'));
});

test('a verification goes on from where it had come, and finds the same', async () => {
  const { who, rows } = await business(5);
  await superuser((client) => client.query(`update audit_log set door = 'mcp' where id = $1`, [rows[4]]));
  const whole = await verify(who);
  const { found } = await verify(who, { limit: 1 });
  assert.deepEqual(found, whole.found);
  assert.deepEqual(
    found.map(({ entry_id, action }: Wire) => [entry_id, action]),
    [[entryId(rows[4]), 'create_client']],
  );
  await assert.rejects(call('verify_audit_log', { after: 'AAAA' }, { as: who }), refused('invalid_cursor'));
});

test('check-books looks at audit logs too, says what is wrong with them, and fails', longTest, async () => {
  const { rows } = await business(4);
  const lines: string[] = [];
  const check = () => checkAll(world.db, (line) => void lines.push(line), runtime.secrets);
  const deed = (by: number) =>
    superuser((client) =>
      client.query(`update audit_log set at = at + make_interval(secs => $2) where id = $1`, [rows[1], by]),
    );
  await deed(1);
  assert.equal(await check(), false);
  const said = lines.join('\n');
  assert.match(said, /^WRONG Sealed Goods: audit log of 4 sealed entries; 1 wrong\n {6}altered: entry 2, aud_/m);
  await deed(-1);
  lines.length = 0;
  await check();
  assert.doesNotMatch(lines.join('\n'), new RegExp(entryId(rows[1])));
});

test('emptying the log, which a superuser can, is told of in every organisation', async () => {
  const [one, other] = [await business(2), await business(3)];
  await superuser((client) => client.query('truncate audit_log'));
  for (const { who, rows } of [one, other]) {
    const { wrong, found } = await verify(who);
    assert.equal(wrong, rows.length);
    assert.deepEqual([found[0].kind, found[0].sequence], ['removed', 1]);
  }
});
