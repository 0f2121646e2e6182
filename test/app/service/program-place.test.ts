import { expect, test } from 'vitest'
import { findPlaceProblem } from '../../../src/app/service/program-place.ts'

const look = (place: { node?: string; folder?: string }, scope: 'system' | 'user' = 'system', links = {}) => {
  const program = { node: '/usr/bin/node', folder: '/opt/skein', npmName: 'skein', ...place }
  const problem = findPlaceProblem(program, scope, (path) => Reflect.get(links, path) ?? path)
  return problem && [problem.says, ...problem.steps].join('\n')
}

test('a program that every user can see is fine', () => {
  expect(look({})).toBeUndefined()
  expect(look({ folder: '/usr/lib/node_modules/skein', node: '/usr/local/bin/node' })).toBeUndefined()
})

test('a checkout in a home is refused with the command that moves it', () => {
  expect(look({ folder: '/home/ana/skein' })).toContain('sudo mv /home/ana/skein /opt/skein')
  expect(look({ folder: '/root/skein' })).toContain('sudo mv /root/skein /opt/skein')
})

test('a package in a home is refused with the command that installs it for all', () => {
  const said = look({ folder: '/home/ana/.local/lib/node_modules/skein' })
  expect(said).toContain('sudo npm install -g --prefix /opt/skein skein')
  expect(said).not.toContain('mv ')
})

test('a Node in a home is refused with the commands that help, also behind a link', () => {
  const node = '/home/ana/.nvm/versions/node/v22.1.0/bin/node'
  expect(look({ node })).toContain(`sudo install -m 755 ${node} /usr/local/bin/node`)
  expect(look({ node: '/usr/local/bin/node' }, 'system', { '/usr/local/bin/node': node })).toContain('home folders')
})

test('a service of a user sees the home, but nothing that is emptied at boot or by npm', () => {
  expect(look({ folder: '/home/ana/skein', node: '/home/ana/bin/node' }, 'user')).toBeUndefined()
  expect(look({ folder: '/tmp/skein' }, 'user')).toContain('emptied at every boot')
  expect(look({ folder: '/home/ana/.npm/_npx/ab12/node_modules/skein' }, 'user')).toContain('npm install -g skein')
})

test('a folder whose name only begins like a home is fine', () => {
  expect(look({ folder: '/homework/skein' })).toBeUndefined()
})
