import { readFileSync } from 'node:fs'
import { parseToml } from '../../config/config-file.ts'
import { installedPath } from '../../lib/folders.ts'

/** The program that the unit starts. */
export interface Program {
  node: string
  /** The folder of the installation. */
  folder: string
  /** Whether Perl is installed. Without it, systemd must accept notifications from every process of the service. */
  hasPerl: boolean
}

/** What the installation did beyond the files of the service. It is written into the unit, for the removal. */
export interface UnitRecord {
  accountCreated: boolean
  lingeringEnabled: boolean
}

export interface UnitOptions {
  program: Program
  /** Options for `skein start`, such as `--data`. */
  options: string[]
  credentials: { name: string; file: string }[]
  /** The encrypted key of the stored secrets. */
  encryptedKey: { name: string; file: string } | undefined
  /** Extra lines for the environment, such as the search path of a user. */
  environment: Record<string, string>
  record: UnitRecord
}

/**
 * The unit in `systemd/`. With runners, the daemon itself starts no models and commands, so it needs no sandboxes and may
 * do less. `config` is the text of its configuration.
 */
export function readUnitTemplate(configFile: string, config: string | undefined): string {
  const unit = readFileSync(installedPath('systemd/skein.service'), 'utf8')
  return hasRunners(configFile, config) ? unit + readFileSync(installedPath('systemd/with-runners.conf'), 'utf8') : unit
}

function hasRunners(configFile: string, config: string | undefined): boolean {
  const { runners } = config === undefined ? {} : parseToml(configFile, config)
  return typeof runners === 'object' && runners !== null && 'url' in runners
}

/** The system unit, made from the one in `systemd/`, which can also be used as it is. */
export function systemUnit(template: string, options: UnitOptions): string {
  return unitFrom(template.split('\n'), options)
}

/**
 * The unit of a user. The user's own systemd has no rights to change accounts or to mount, so the lines that need such
 * rights are left out. Restrictions that a process may put on itself stay.
 */
export function userUnit(template: string, options: UnitOptions): string {
  const lines = template.split('\n')
  const kept = lines.filter((line, index) => !needsSystem(line) && !isCommentOn(lines, index))
  return unitFrom(
    kept.map((line) =>
      line
        .replace(/^WantedBy=.*/, 'WantedBy=default.target')
        .replace(/^Environment=.*/, 'Environment=NODE_ENV=production'),
    ),
    options,
  )
}

/** Reads what was recorded in an installed unit; undefined if `skein service install` did not write the unit. */
export function readRecord(unit: string): UnitRecord | undefined {
  if (!unit.includes(`\n${RECORD_SECTION}\n`)) return undefined
  const says = (key: string) => unit.includes(`\n${key}=yes`)
  return { accountCreated: says('AccountCreated'), lingeringEnabled: says('LingeringEnabled') }
}

// systemd ignores sections whose name begins with X-.
const RECORD_SECTION = '[X-Skein]'

function unitFrom(
  lines: string[],
  { program, options, credentials, encryptedKey, environment, record }: UnitOptions,
): string {
  const { node, folder, hasPerl } = program
  const daemon = [node, `${folder}/dist/main.js`, ...options, 'start']
  const command = hasPerl ? ['/usr/bin/perl', `${folder}/systemd/notify-socket.pl`, ...daemon] : daemon
  const written = lines.flatMap((line) => {
    if (line.startsWith('Documentation=')) return [`Documentation=file://${encodeURI(folder)}/docs/operating.md`]
    if (line.startsWith('# Only the daemon speaks') && !hasPerl)
      return ['# A short-lived systemd-notify process speaks for the daemon, because there is no Perl here.']
    if (line.startsWith('NotifyAccess=')) return [`NotifyAccess=${hasPerl ? 'main' : 'all'}`]
    if (line.startsWith('ExecStart='))
      return [
        `ExecStart=${command.map(quoteWord).join(' ')}`,
        ...credentials.map(({ name, file }) => `LoadCredential=${quoteSpecifiers(`${name}:${file}`)}`),
        ...(encryptedKey
          ? [`LoadCredentialEncrypted=${quoteSpecifiers(`${encryptedKey.name}:${encryptedKey.file}`)}`]
          : []),
      ]
    if (line.startsWith('Environment='))
      return [
        line,
        ...Object.entries(environment).map(([name, value]) => `Environment=${quoteWord(`${name}=${value}`)}`),
      ]
    return [line]
  })
  return [
    '# Written by "skein service install", which writes it again at the next run. Put changes into "systemctl edit skein".',
    ...written,
    RECORD_SECTION,
    `AccountCreated=${record.accountCreated ? 'yes' : 'no'}`,
    `LingeringEnabled=${record.lingeringEnabled ? 'yes' : 'no'}`,
    '',
  ].join('\n')
}

/** One word of a line that systemd splits into words and expands. */
function quoteWord(word: string): string {
  const expanded = quoteSpecifiers(word).replaceAll('$', '$$$$')
  return /^[\w./:=@%$+,-]+$/.test(expanded) ? expanded : `"${expanded.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function quoteSpecifiers(text: string): string {
  return text.replaceAll('%', '%%')
}

const systemOnly = [
  ['User', 'Group', 'WorkingDirectory', 'StateDirectory', 'StateDirectoryMode', 'ConfigurationDirectory'],
  ['ConfigurationDirectoryMode', 'Wants', 'After', 'CapabilityBoundingSet', 'AmbientCapabilities', 'DevicePolicy'],
  ['RemoveIPC', 'KeyringMode', 'ProcSubset'],
].flat()

function needsSystem(line: string): boolean {
  const key = line.slice(0, line.indexOf('='))
  return systemOnly.includes(key) || /^(Private|Protect)[A-Z]/.test(key)
}

/** Whether the line is a comment on a line that is left out. */
function isCommentOn(lines: string[], index: number): boolean {
  if (!lines[index]?.startsWith('#')) return false
  const next = lines.slice(index + 1).find((line) => !line.startsWith('#')) ?? ''
  return needsSystem(next) || next.startsWith('Environment=')
}
