import { expect, test } from 'vitest'
import { commandMenus } from '../../../src/tasks/commands/command.ts'

const commands = [
  { name: 'stop', summary: { en: 'stop it', de: 'anhalten' }, run: () => '' },
  { name: 'config', summary: { en: 'set it', de: 'setzen' }, ownerOnly: true, run: () => '' },
]

test('each language lists the same commands under the same names, each in its own words', () => {
  const [english, german] = commandMenus(commands)
  expect(english).toEqual({
    commands: [
      { name: 'stop', summary: 'stop it', ownerOnly: false },
      { name: 'config', summary: 'set it', ownerOnly: true },
    ],
  })
  expect(german).toMatchObject({ language: 'de', commands: [{ name: 'stop' }, { name: 'config', ownerOnly: true }] })
  expect(german?.commands[0]?.summary).toContain('anhalten')
})
