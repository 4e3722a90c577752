import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../catalogue.ts';
import { permissionNames, permissions } from './permissions.ts';
import { systemRoleNames, systemRoles } from './system-roles.ts';

test('every permission that an operation asks for is in the catalogue, with a sentence', () => {
  const known = new Set<string>([...permissionNames, 'public', 'signed_in']);
  const unknown = catalogue
    .filter(({ permission }) => !known.has(permission))
    .map(({ name, permission }) => `${name}: ${permission}`);
  assert.deepEqual(unknown, []);
  assert.equal(new Set(permissionNames).size, permissionNames.length);
  for (const { name, sentence } of permissions) {
    assert.match(name, /^[a-z]+:[a-z_]+$/);
    assert.match(sentence, /^[A-Z].*\.$/);
  }
});

test('who may write something may also see it, in every role', () => {
  for (const role of systemRoleNames) {
    const held = new Set<string>(systemRoles[role]);
    assert.equal(held.size, systemRoles[role].length, `${role} lists a permission twice`);
    for (const permission of held) {
      const reading = permission.replace(/:.*/, ':read');
      if (permissionNames.some((name) => name === reading)) assert.ok(held.has(reading), `${role}: ${permission}`);
    }
  }
});

test('a viewer changes nothing, an owner may do all, and only owners erase', () => {
  assert.ok(systemRoles.viewer.every((name) => name.endsWith(':read')));
  assert.deepEqual(new Set(systemRoles.owner), new Set(permissionNames));
  assert.deepEqual(
    permissionNames.filter((name) => !systemRoles.admin.includes(name)),
    ['data:erase'],
  );
});

test('costs are seen by those who need them alone', () => {
  const seers = systemRoleNames.filter((role) => systemRoles[role].some((name) => name === 'costs:read'));
  assert.deepEqual(seers, ['owner', 'admin', 'accountant', 'manager', 'stock']);
});
