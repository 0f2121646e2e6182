import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type InstallWishes, missingCredentials, planInstallation } from '../../../src/app/service/install-plan.ts'
import type { Installation, PersonalData } from '../../../src/app/service/installation.ts'
import { systemLayout, userLayout } from '../../../src/app/service/layout.ts'
import { planRemoval } from '../../../src/app/service/removal-plan.ts'
import { describeActions, runSteps, type Step } from '../../../src/app/service/steps.ts'
import { readRecord } from '../../../src/app/service/unit-text.ts'

const template = readFileSync(fileURLToPath(new URL('../../../systemd/skein.service', import.meta.url)), 'utf8')
/** No test reads or changes the folders of a service on this machine. */
const layout = { ...systemLayout, unitFile: '/nowhere/units/skein.service', configFile: '/nowhere/skein/config.toml' }
const nothing: Installation = {
  unit: undefined,
  record: undefined,
  isActive: false,
  accountId: undefined,
  hasData: false,
  dataOwner: undefined,
  config: undefined,
  credentials: [],
  secretsKey: 'none',
  hasDropIns: false,
}
const wishes: InstallWishes = {
  program: { node: '/usr/bin/node', folder: '/opt/skein', hasPerl: true },
  credentials: [],
  canEncryptKey: false,
  move: undefined,
  options: [],
  environment: {},
  linger: false,
}
const installed: Installation = {
  ...nothing,
  unit: 'the old unit',
  record: { accountCreated: true, lingeringEnabled: false },
  isActive: true,
  accountId: 990,
  hasData: true,
  dataOwner: 990,
}
const plan = (found: Partial<Installation>, more: Partial<InstallWishes> = {}) =>
  planInstallation(template, layout, { ...nothing, ...found }, { ...wishes, ...more })
const written = (steps: Step[], path: string) =>
  steps.flatMap(({ actions }) => actions).find((action) => 'write' in action && action.write === path)

test('a first installation creates the account, writes the unit and starts it', () => {
  const { unit, steps } = plan({})
  const commands = describeActions(steps)
  expect(commands[0]).toMatch(/^useradd --system .* skein$/)
  expect(commands[1]).toBe('runuser -u skein -- /usr/bin/node /opt/skein/dist/main.js --version')
  expect(commands.slice(-4)).toEqual([
    'write /nowhere/units/skein.service',
    'systemctl daemon-reload',
    'systemctl enable --quiet skein.service',
    'systemctl restart skein.service',
  ])
  expect(readRecord(unit)).toMatchObject({ accountCreated: true })
})

test('run again, it keeps the account, the credentials and the record, and would put the old unit back', () => {
  const { unit, steps } = plan({ ...installed, credentials: ['telegram.token'] })
  expect(describeActions(steps).join('\n')).not.toMatch(/useradd|chown -R/)
  expect(unit).toContain('\nLoadCredential=telegram.token:/etc/skein/credentials/telegram.token\n')
  expect(readRecord(unit)).toMatchObject({ accountCreated: true })
  const undo = steps.flatMap((step) => step.undo ?? [])
  expect(undo).toContainEqual({ write: layout.unitFile, text: 'the old unit', mode: 0o644 })
  expect(undo).toContainEqual({ run: ['systemctl', 'restart', 'skein.service'] })
})

test('an account that was there before is not ours to remove', () => {
  const { unit } = plan({ accountId: 990 })
  expect(readRecord(unit)).toMatchObject({ accountCreated: false })
})

test('data that belongs to root, as after a removal, is given to the service', () => {
  const { steps } = plan({ hasData: true, dataOwner: 0 })
  expect(describeActions(steps)).toContain('chown -R skein:skein /var/lib/skein')
})

test('a credential with the name of a secret key is written into the configuration, the rest of which stays', () => {
  const credentials = [{ name: 'telegram.token', source: '/root/token' }]
  const config = '# Mine\n[telegram]\nrich = true\n'
  const { steps } = plan({ config }, { credentials })
  expect(written(steps, layout.configFile)).toMatchObject({
    text: '# Mine\n[telegram]\ntoken = "file:/run/credentials/skein.service/telegram.token"\nrich = true\n',
  })
  expect(describeActions(steps)).toContain('install -m 600 /root/token /etc/skein/credentials/telegram.token')
})

test('a credential with another name is only loaded', () => {
  const { unit, steps } = plan({}, { credentials: [{ name: 'mail', source: '/root/mail' }] })
  expect(unit).toContain('LoadCredential=mail:')
  expect(written(steps, layout.configFile)).toBeUndefined()
})

test('a credential that the configuration reads and nobody gives is noticed before anything is done', () => {
  const config =
    'a = "file:/run/credentials/skein.service/telegram.token"\nb = "file:/run/credentials/skein.service/key"'
  const found = { ...nothing, config, credentials: ['key'] }
  expect(missingCredentials(layout, found, [])).toEqual(['telegram.token'])
  expect(missingCredentials(layout, found, [{ name: 'telegram.token', source: '/root/token' }])).toEqual([])
  expect(missingCredentials(layout, { ...found, hasDropIns: true }, [])).toEqual([])
})

test('conversations of a person move as a whole with their configuration, and would move back', () => {
  const move: PersonalData = {
    data: '/home/ana/.local/share/skein',
    configFile: '/home/ana/.config/skein/config.toml',
    config: 'name = "Ana"\n',
    machineKey: '/home/ana/.local/state/skein/secrets.key',
    owner: 1000,
    group: 1000,
  }
  const { steps } = plan({}, { move })
  const commands = describeActions(steps)
  const at = commands.indexOf('mv --no-target-directory /home/ana/.local/share/skein /var/lib/skein.arriving')
  expect(commands.slice(at + 1, at + 5)).toEqual([
    'mv --no-target-directory /var/lib/skein.arriving /var/lib/skein',
    'install -D -m 600 /home/ana/.local/state/skein/secrets.key /var/lib/skein/.local/state/skein/secrets.key',
    'chown -R skein:skein /var/lib/skein',
    'mv /home/ana/.config/skein/config.toml /nowhere/skein/config.toml',
  ])
  expect(commands).toContain('chown root:skein /nowhere/skein/config.toml')
  const undo = steps.flatMap((step) => step.undo ?? [])
  expect(undo).toContainEqual({ run: ['chown', '-R', '1000:1000', '/home/ana/.local/share/skein'] })
})

test.each([
  ['mv', 'while it copies them to another disk', [expect.stringContaining('.arriving')]],
  ['chown', 'when all of them have moved', []],
])(
  'if %s fails %s, the conversations are where they were, and the service finds none of them',
  async (failing, _when, leaves) => {
    const room = mkdtempSync(join(tmpdir(), 'skein-move-'))
    onTestFinished(() => rmSync(room, { recursive: true }))
    const [data, target] = [join(room, 'own'), join(room, 'service')]
    mkdirSync(data)
    writeFileSync(join(data, 'skein.db'), 'all of it')
    const { uid, gid } = statSync(data)
    const move = { data, configFile: undefined, config: undefined, machineKey: undefined, owner: uid, group: gid }
    const { steps } = planInstallation(template, { ...layout, data: target }, nothing, { ...wishes, move })
    let failed = false
    const result = await runSteps(
      steps.filter(({ says }) => says.startsWith('Moved')),
      {
        async run([file = '', ...args]) {
          const fails = file === failing && !failed
          failed ||= fails
          if (fails && file === 'mv') mkdirSync(args.at(-1) ?? '')
          const { status } = fails ? { status: 1 } : spawnSync(file, args)
          return { status: 'exited', code: status ?? 1, stdout: '', stderr: '' }
        },
        print() {},
        signal: new AbortController().signal,
      },
    )
    expect(result).toMatchObject({ status: 'failed', notTakenBack: [], leaves })
    expect(readFileSync(join(data, 'skein.db'), 'utf8')).toBe('all of it')
    expect(existsSync(target)).toBe(false)
  },
)

test('a service of a user creates no account, and remembers that it switched lingering on', () => {
  const own = userLayout({ HOME: '/nowhere/ana' })
  const { unit, steps } = planInstallation(template, own, nothing, { ...wishes, linger: true })
  const commands = describeActions(steps)
  expect(commands.join('\n')).not.toMatch(/useradd|runuser|chown/)
  expect(commands).toContain(`loginctl enable-linger ${own.account}`)
  expect(commands.at(-1)).toBe('systemctl --user restart skein.service')
  const removal = planRemoval(own, { ...nothing, unit, record: readRecord(unit) }, { data: false, account: false })
  expect(describeActions(removal)).toContain(`loginctl disable-linger ${own.account}`)
})

test('a removal gives the conversations to root before the account goes', () => {
  const commands = describeActions(planRemoval(layout, installed, { data: false, account: true }))
  expect(commands.filter((command) => /^(chown|userdel)/.test(command))).toEqual([
    'chown -R root:root /var/lib/skein',
    'userdel skein',
  ])
  expect(commands.join('\n')).not.toContain('rm -rf')
})

test('a removal with the data deletes it, and a kept account keeps its data', () => {
  const all = describeActions(planRemoval(layout, installed, { data: true, account: true }))
  expect(all).toContain('rm -rf /var/lib/skein /nowhere/skein')
  const kept = describeActions(planRemoval(layout, installed, { data: false, account: false }))
  expect(kept.join('\n')).not.toMatch(/chown|userdel|rm -rf/)
})

test('the key of the stored secrets becomes an encrypted credential, and goes back with the conversations', () => {
  const first = plan(installed, { canEncryptKey: true })
  const commands = describeActions(first.steps)
  const encrypts = commands.findIndex((command) => command.includes('systemd-creds encrypt --with-key=host'))
  expect(encrypts).toBeGreaterThan(-1)
  expect(encrypts).toBeLessThan(commands.indexOf('write /nowhere/units/skein.service'))
  const line = 'LoadCredentialEncrypted=secrets-key:/etc/skein/secrets-key.cred'
  expect(first.unit).toContain(`\n${line}\n`)
  expect(first.steps.flatMap((step) => step.undo ?? [])).toContainEqual({
    run: ['rm', '-f', '/etc/skein/secrets-key.cred'],
  })

  const again = plan({ ...installed, secretsKey: 'usable' }, { canEncryptKey: true })
  expect([again.unit.includes(line), describeActions(again.steps).join().includes('systemd-creds')]).toEqual([
    true,
    false,
  ])
  const elsewhere = plan({ ...installed, secretsKey: 'unusable' }, { canEncryptKey: true })
  expect(elsewhere.steps.find(({ says }) => says.includes('new key'))?.undo).toEqual([])
  expect(plan(installed).unit).not.toContain('LoadCredentialEncrypted')

  const removal = (data: boolean) =>
    describeActions(planRemoval(layout, { ...installed, secretsKey: 'usable' }, { data, account: true })).join('\n')
  expect(removal(false)).toMatch(/systemd-creds decrypt .*secrets\.key(.|\n)*chown -R root:root/)
  expect(removal(true)).not.toContain('systemd-creds')
})

test('a key that was moved with the conversations is encrypted too, and its copy is removed last', () => {
  const person: PersonalData = {
    data: '/home/ana/data',
    configFile: undefined,
    config: undefined,
    machineKey: '/home/ana/key',
    owner: 1000,
    group: 1000,
  }
  const commands = describeActions(plan({}, { canEncryptKey: true, move: person }).steps)
  const at = (part: string) => commands.findIndex((command) => command.includes(part))
  expect(at('install -D -m 600 /home/ana/key')).toBeLessThan(at('systemd-creds encrypt'))
  expect(commands.at(-1)).toBe('rm -f /var/lib/skein/.local/state/skein/secrets.key')
})
