import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { configWarnings } from '../../../config/warning-messages.ts'
import { soulFile } from '../../../domain/profile.ts'
import { readSkill } from '../../../gateway/skills.ts'
import { MIN_DESCRIPTORS } from '../../../lib/process-start.ts'
import { serializeText } from '../../../messages/localized.ts'
import { profileMessages } from '../../../messages/memory-messages.ts'
import { isLocked } from '../../../store/file/data-dir.ts'
import { listProfileFiles, profileFolder, readProfileText } from '../../../store/profile/profile-folder.ts'
import {
  installationOf,
  lockFolderOf,
  placeOf,
  readJournal,
  removeUpdateFolder,
  versionText,
} from '../../update/place.ts'
import { bad, check, configCheck, note, ok, shellCommand } from '../check.ts'
import { secretReferences } from '../secret-references.ts'
import { testedNodeMajors } from '../tested-versions.ts'
import { installationMessages as texts } from '../words/installation-messages.ts'

const MIN_NODE = [20, 19] as const
const MIN_MEMORY_MB = 400

const node = check('installation.node', texts.node, ({ machine: { nodeVersion } }) => {
  const [major = 0, minor = 0] = nodeVersion.replace('v', '').split('.').map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    return bad(texts.node.old(nodeVersion, MIN_NODE.join('.')), texts.node.update)
  if (!testedNodeMajors.includes(major))
    return note(texts.node.untested(nodeVersion, testedNodeMajors.join(', ')), texts.node.update)
  return ok(nodeVersion)
})

const openFiles = check('installation.open-files', texts.openFiles, ({ machine: { openFiles: limit } }) => {
  if (limit === undefined) return undefined
  if (limit >= MIN_DESCRIPTORS) return ok(texts.openFiles.enough(limit))
  return bad(texts.openFiles.few(limit, MIN_DESCRIPTORS), `ulimit -n ${MIN_DESCRIPTORS * 4}`)
})

const memory = check('installation.memory', texts.memory, ({ machine }) => {
  const mb = Math.round(machine.memoryBytes / 1024 / 1024)
  return mb < MIN_MEMORY_MB ? note(texts.memory.little(mb), texts.memory.add) : ok(texts.memory.enough(mb))
})

const configuration = check('installation.configuration', texts.configuration, ({ config, configProblem }) => {
  if (configProblem !== undefined) return bad(configProblem, texts.configuration.correct)
  return ok(config?.file ?? configWarnings.noFile)
})

/** Leaves out the warnings about files that others can read, which are findings of permissions.secret-files. */
const settings = configCheck('installation.settings', texts.settings, ({ warnings }, { configPath, env }) => {
  const open = secretReferences(configPath, env).map(({ key, file }) =>
    serializeText(configWarnings.openSecret(key, file)),
  )
  const others = warnings.filter((warning) => !open.includes(serializeText(warning)))
  return others.length === 0 ? ok(texts.settings.apply) : others.map((warning) => note(warning, texts.settings.look))
})

/** A file that cannot be read stops nothing, so nobody would notice it. */
const profiles = check('installation.profiles', texts.profiles, ({ dataDir, config }) => {
  const folder = profileFolder(dataDir)
  const found = listProfileFiles(folder).map((file) => ({ file, ...readProfileText(folder, file) }))
  const problems = found.flatMap((read) => ('problem' in read ? bad(read.problem, texts.profiles.correct) : []))
  const hasSoul = found.some((read) => read.file === soulFile && 'text' in read && read.text.trim() !== '')
  const unused = hasSoul && config?.assistant.persona !== undefined
  const notes = unused ? [note(texts.profiles.personaUnused(join(folder, soulFile)), texts.profiles.removePersona)] : []
  const badSkills = found.flatMap((read) =>
    read.file.endsWith('/SKILL.md') && 'text' in read && read.text.trim() !== '' && !readSkill(read.text)
      ? note(texts.profiles.notASkill(join(folder, read.file)), profileMessages.notASkill)
      : [],
  )
  const all = [...problems, ...badSkills, ...notes]
  return all.length === 0 ? ok(texts.profiles.fine) : all
})

const runningVersion = check('installation.running-version', texts.runningVersion, async ({ daemon, version }) => {
  const running = (await daemon())?.version
  if (running === undefined) return undefined
  if (running === version) return ok(version)
  return note(texts.runningVersion.differs(running, version), texts.runningVersion.restart)
})

/** The folder in which updates work remains only if one was interrupted. */
const interruptedUpdate = check('installation.interrupted-update', texts.interruptedUpdate, ({ machine }) => {
  const folder = installationOf(machine.programFolder)
  const place = placeOf(folder)
  if (!existsSync(place.updateFolder)) return ok(texts.interruptedUpdate.none)
  if (isLocked(lockFolderOf(place))) return ok(texts.interruptedUpdate.atWork)
  const owner = statSync(folder).uid
  const isOwn = owner === machine.userId
  const journal = readJournal(place)
  if (!journal) {
    const fix = { shows: texts.interruptedUpdate.remove(place.updateFolder), apply: () => removeUpdateFolder(place) }
    const step = isOwn
      ? shellCommand('rm', '-r', place.updateFolder)
      : shellCommand('sudo', 'rm', '-r', place.updateFolder)
    return note(texts.interruptedUpdate.remains(place.updateFolder), step, isOwn ? fix : undefined)
  }
  const program = [process.execPath, join(folder, 'dist/main.js'), 'update', '--installation', folder]
  const [from, to] = [versionText(journal.from), versionText(journal.to)]
  const isNew = existsSync(place.switched) || journal.phase === 'settling'
  return bad(
    texts.interruptedUpdate.interrupted(from, to, isNew ? to : from),
    shellCommand(...(isOwn || owner !== 0 ? [] : ['sudo']), ...program),
  )
})

export const installationChecks = [
  node,
  openFiles,
  memory,
  configuration,
  settings,
  profiles,
  runningVersion,
  interruptedUpdate,
]
