import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isSecret } from '../../config/key-paths.ts'
import { SECRETS_KEY } from '../../config/secrets/machine-key.ts'
import { withAssignment } from '../../config/toml-edit.ts'
import { quoteForShell } from '../../lib/sandbox.ts'
import type { Installation, PersonalData } from './installation.ts'
import { missingFolders } from './installation.ts'
import type { ServiceLayout } from './layout.ts'
import { dropPlainKeySteps, makeKeySteps } from './secrets-key.ts'
import type { Action, Step } from './steps.ts'
import { type Program, systemUnit, userUnit } from './unit-text.ts'

/** What the person asked for. */
export interface InstallWishes {
  program: Program
  /** Files with secrets that the service should get. */
  credentials: { name: string; source: string }[]
  /** Whether systemd can encrypt the key of the stored secrets. */
  canEncryptKey: boolean
  /** Conversations that become those of the service. */
  move: PersonalData | undefined
  /** Options for `skein start`. */
  options: string[]
  /** Variables for the daemon. */
  environment: Record<string, string>
  /** Whether to switch lingering on for the user. */
  linger: boolean
}

export interface InstallPlan {
  unit: string
  steps: Step[]
}

/** What has to be done, in order. Running it again brings an installed service up to date. */
export function planInstallation(
  template: string,
  layout: ServiceLayout,
  found: Installation,
  wishes: InstallWishes,
): InstallPlan {
  const isSystem = layout.scope === 'system'
  const names = [...new Set([...found.credentials, ...wishes.credentials.map(({ name }) => name)])].toSorted()
  const options = {
    program: wishes.program,
    options: wishes.options,
    environment: wishes.environment,
    credentials: names.map((name) => ({ name, file: join(layout.credentials, name) })),
    encryptedKey:
      layout.encryptedKey !== undefined && (wishes.canEncryptKey || found.secretsKey === 'usable')
        ? { name: SECRETS_KEY, file: layout.encryptedKey }
        : undefined,
    record: {
      accountCreated: found.record?.accountCreated ?? (isSystem && found.accountId === undefined),
      lingeringEnabled: (found.record?.lingeringEnabled ?? false) || wishes.linger,
    },
  }
  const unit = isSystem ? systemUnit(template, options) : userUnit(template, options)
  const steps = [
    ...(isSystem ? [...accountSteps(layout, found, wishes.program), configFolderStep(layout)] : []),
    ...(wishes.move ? moveSteps(layout, wishes.move, found) : ownSteps(layout, found)),
    ...credentialSteps(layout, wishes.credentials),
    ...(wishes.canEncryptKey ? makeKeySteps(layout, found.secretsKey) : []),
    ...configSteps(layout, found, wishes),
    ...(wishes.linger ? [lingerStep(layout)] : []),
    ...unitSteps(layout, found, unit),
    ...(wishes.canEncryptKey ? dropPlainKeySteps(layout, found.secretsKey, wishes.move?.machineKey !== undefined) : []),
  ]
  return { unit, steps }
}

function accountSteps({ account, data }: ServiceLayout, { accountId }: Installation, program: Program): Step[] {
  const create = ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', data]
  const check: Step = {
    says: `Checked that the user "${account}" can run ${program.folder}.`,
    actions: [{ run: ['runuser', '-u', account, '--', program.node, `${program.folder}/dist/main.js`, '--version'] }],
  }
  if (accountId !== undefined) return [check]
  const created: Step = {
    says: `Created the system user "${account}".`,
    actions: [{ run: [...create, '--shell', '/usr/sbin/nologin', account] }],
    // What the service stored before it failed belongs to the account, so both stay.
    undo: [
      { run: ['sh', '-c', `rmdir ${data} || true`] },
      { run: ['sh', '-c', `test -e ${data} || userdel ${account}`] },
    ],
    leaves: () => (existsSync(data) ? `the user "${account}" and its folder ${data}` : undefined),
  }
  return [created, check]
}

/** It belongs to root, so that the daemon cannot change how it is configured. systemd would give it to the daemon. */
function configFolderStep({ configFile }: ServiceLayout): Step {
  const folder = dirname(configFile)
  return {
    says: `Prepared ${folder} for the configuration.`,
    actions: [{ run: ['install', '-d', '-o', 'root', '-g', 'root', '-m', '755', folder] }],
    undo: existsSync(folder) ? [] : [{ run: ['rmdir', '--ignore-fail-on-non-empty', folder] }],
  }
}

function moveSteps(
  layout: ServiceLayout,
  { data, configFile, machineKey, owner, group }: PersonalData,
  found: Installation,
): Step[] {
  const { account } = layout
  const back = `${owner}:${group}`
  // Without their key the stored secrets are worth nothing. The person keeps it, too.
  const key = join(layout.data, '.local/state/skein/secrets.key')
  // On another disk a move is a copy. The service must never find half of one.
  const arriving = `${layout.data}.arriving`
  const moved: Step = {
    says: `Moved the conversations from ${data} to ${layout.data}.`,
    actions: [
      ...(found.dataOwner === undefined ? [] : [{ run: ['rmdir', layout.data] }]),
      { run: ['mv', '--no-target-directory', data, arriving] },
      { run: ['mv', '--no-target-directory', arriving, layout.data] },
      ...(machineKey === undefined ? [] : [{ run: ['install', '-D', '-m', '600', machineKey, key] }]),
      { run: ['chown', '-R', `${account}:${account}`, layout.data] },
    ],
    undo: [
      ...(machineKey === undefined ? [] : [{ run: ['rm', '-f', key] }]),
      {
        run: [
          'sh',
          '-c',
          `test -e ${quoteForShell(data)} || mv --no-target-directory $(ls -d ${layout.data} ${arriving} 2>/dev/null) ${quoteForShell(data)}`,
        ],
      },
      { run: ['chown', '-R', back, data] },
    ],
    leaves: () =>
      existsSync(arriving)
        ? `an unfinished copy in ${arriving} (compare it with ${data}, and remove it before you try again)`
        : undefined,
  }
  if (configFile === undefined || found.config !== undefined) return [moved]
  const movedConfig: Step = {
    says: `Moved the configuration from ${configFile} to ${layout.configFile}.`,
    actions: [{ run: ['mv', configFile, layout.configFile] }],
    undo: [
      {
        run: [
          'sh',
          '-c',
          `test -e ${quoteForShell(configFile)} || mv ${layout.configFile} ${quoteForShell(configFile)}`,
        ],
      },
      { run: ['chown', back, configFile] },
      { run: ['chmod', '600', configFile] },
    ],
  }
  return [moved, movedConfig]
}

/** After `skein service uninstall` the data belongs to root. */
function ownSteps({ scope, account, data }: ServiceLayout, { hasData, dataOwner, accountId }: Installation): Step[] {
  if (scope === 'user' || !hasData || (dataOwner === accountId && accountId !== undefined)) return []
  return [
    {
      says: `Gave ${data} to the user "${account}".`,
      actions: [{ run: ['chown', '-R', `${account}:${account}`, data] }],
      undo: [{ run: ['chown', '-R', `${dataOwner ?? 0}:0`, data] }],
    },
  ]
}

function credentialSteps({ credentials: folder }: ServiceLayout, given: InstallWishes['credentials']): Step[] {
  if (given.length === 0) return []
  return [
    {
      says: `Copied ${given.map(({ name }) => name).join(', ')} to ${folder}. The service gets each as a credential.`,
      actions: [
        { run: ['install', '-d', '-m', '700', folder] },
        ...given.map(({ name, source }): Action => ({ run: ['install', '-m', '600', source, join(folder, name)] })),
      ],
      undo: given
        .filter(({ name }) => !existsSync(join(folder, name)))
        .map(({ name }): Action => ({ run: ['rm', '-f', join(folder, name)] }))
        .concat(
          existsSync(folder)
            ? []
            : [{ run: ['sh', '-c', `rmdir ${quoteForShell(folder)} ${quoteForShell(dirname(folder))} || true`] }],
        ),
    },
  ]
}

/** A credential with the name of a key is written into the configuration. */
function configSteps(layout: ServiceLayout, found: Installation, { credentials, move }: InstallWishes): Step[] {
  const { configFile, loadedCredentials, account } = layout
  const before = found.config ?? move?.config
  const secrets = credentials.map(({ name }) => name).filter((name) => isSecret(name.split('.')))
  const after = secrets.reduce((text, name) => {
    const path = name.split('.')
    const key = path.at(-1) ?? ''
    const set = { key, value: `file:${join(loadedCredentials, name)}` }
    return withAssignment(configFile, text, { table: path.slice(0, -1), replaces: [key], set })
  }, before ?? '')
  const close: Action[] =
    layout.scope === 'user'
      ? []
      : [{ run: ['chown', `root:${account}`, configFile] }, { run: ['chmod', '640', configFile] }]
  if (after !== (before ?? ''))
    return [
      {
        says: `Wrote ${secrets.join(', ')} into ${configFile}, as ${secrets.length === 1 ? 'a file' : 'files'} to read.`,
        actions: [
          ...(layout.scope === 'user' ? makeFolders(dirname(configFile), '700') : []),
          { write: configFile, text: after, mode: 0o600 },
          ...close,
        ],
        undo:
          before === undefined
            ? [{ run: ['rm', '-f', configFile] }]
            : [{ write: configFile, text: before, mode: 0o600 }, ...close],
      },
    ]
  if (before === undefined || close.length === 0) return []
  return [
    {
      says: `Closed ${configFile} to everybody but root and the service.`,
      actions: close,
      undo: [{ run: ['chown', 'root:root', configFile] }],
    },
  ]
}

/** The credentials that the configuration reads and that the service would not have. */
export function missingCredentials(
  { loadedCredentials }: ServiceLayout,
  { config, credentials, hasDropIns }: Installation,
  given: InstallWishes['credentials'],
): string[] {
  // A drop-in may load others.
  if (config === undefined || hasDropIns) return []
  const known = new Set([...credentials, ...given.map(({ name }) => name)])
  const read = config.split(`file:${loadedCredentials}/`).slice(1)
  return [...new Set(read.map((rest) => /^[\w.-]*/.exec(rest)?.[0] ?? ''))].filter((name) => !known.has(name))
}

function lingerStep({ account }: ServiceLayout): Step {
  return {
    says: `Switched lingering on for ${account}: the service runs from boot on, also while you are logged out.`,
    actions: [{ run: ['loginctl', 'enable-linger', account] }],
    undo: [{ run: ['loginctl', 'disable-linger', account] }],
  }
}

function unitSteps({ unitFile, systemctl }: ServiceLayout, found: Installation, unit: string): Step[] {
  const name = basename(unitFile)
  const reload: Action = { run: [...systemctl, 'daemon-reload'] }
  const restart: Action = { run: [...systemctl, 'restart', name] }
  const newFolders = missingFolders(dirname(unitFile)).toReversed()
  const written: Step = {
    says: found.unit === undefined ? `Wrote the unit ${unitFile}.` : `Brought the unit ${unitFile} up to date.`,
    actions: [...makeFolders(dirname(unitFile), '755'), { write: unitFile, text: unit, mode: 0o644 }, reload],
    undo:
      found.unit === undefined
        ? [
            { run: ['rm', '-f', unitFile] },
            ...(newFolders.length === 0 ? [] : [{ run: ['rmdir', '--ignore-fail-on-non-empty', ...newFolders] }]),
            reload,
            { run: ['sh', '-c', `${systemctl.join(' ')} reset-failed ${name} || true`] },
          ]
        : [{ write: unitFile, text: found.unit, mode: 0o644 }, reload, ...(found.isActive ? [restart] : [])],
  }
  const enabled: Step = {
    says: 'Enabled it, so that it starts at every boot.',
    actions: [{ run: [...systemctl, 'enable', '--quiet', name] }],
    undo: found.unit === undefined ? [{ run: [...systemctl, 'disable', '--quiet', name] }] : [],
  }
  const started: Step = {
    says: found.isActive ? 'Restarted it. It is ready.' : 'Started it. It is ready.',
    // Too many failures in a row would make systemd refuse another start.
    actions: [...(found.unit === undefined ? [] : [{ run: [...systemctl, 'reset-failed', name] }]), restart],
    undo: [{ run: [...systemctl, 'stop', name] }],
  }
  return [written, enabled, started]
}

function makeFolders(folder: string, mode: string): Action[] {
  return missingFolders(folder).map((path) => ({ run: ['install', '-d', '-m', mode, path] }))
}
