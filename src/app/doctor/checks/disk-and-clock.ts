import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sizeText } from '../../../messages/backup-messages.ts'
import { readAnchor } from '../../../store/work/instances.ts'
import { describeJump } from '../../../tasks/health/timekeeper.ts'
import { bad, check, configCheck, note, ok, storeCheck } from '../check.ts'
import { diskMessages as texts } from '../words/disk-messages.ts'

const MB = 1024 * 1024
const DEFAULT_LOW_MB = 500
const DEFAULT_FULL_MB = 100

const space = check('disk.space', texts.space, ({ dataDir, machine, config }) => {
  const { bavail, bsize } = machine.fileSystem(existingParent(dataDir))
  const { lowMb, fullMb } = config?.disk ?? { lowMb: DEFAULT_LOW_MB, fullMb: DEFAULT_FULL_MB }
  const freeMb = Math.round((bavail * bsize) / MB)
  const says = texts.space.free(dataDir, sizeText(bavail * bsize))
  if (freeMb < fullMb) return bad(says, texts.space.clear(fullMb))
  return freeMb < lowMb ? note(says, texts.space.clear(lowMb)) : ok(says)
})

const MIN_FREE_INODES = 10_000

/** File systems that make them as they are needed report none at all. */
const inodes = check('disk.inodes', texts.inodes, ({ dataDir, machine }) => {
  const { files, ffree } = machine.fileSystem(existingParent(dataDir))
  if (files === 0) return undefined
  return ffree < MIN_FREE_INODES ? note(texts.inodes.few(ffree), texts.inodes.clear) : ok(texts.inodes.enough)
})

const MIN_TEMPORARY_BYTES = 50 * MB

const temporary = check('disk.temporary-files', texts.temporary, ({ machine }) => {
  const folder = machine.temporaryFolder
  if (!existsSync(folder)) return bad(texts.temporary.missing(folder), texts.temporary.choose)
  const { bavail, bsize } = machine.fileSystem(folder)
  const says = texts.temporary.free(folder, sizeText(bavail * bsize))
  return bavail * bsize < MIN_TEMPORARY_BYTES ? note(says, texts.temporary.clear) : ok(says)
})

const MAX_FUTURE_MS = 5 * 60_000

/** The daemon makes it again by itself as soon as there is enough space. */
const reserve = configCheck('disk.reserve', texts.reserve, async ({ disk }, { dataDir, daemon }) => {
  if (disk.ballastMb === 0 || (await daemon()) === undefined) return undefined
  const bytes = statSync(join(dataDir, 'ballast'), { throwIfNoEntry: false })?.size ?? 0
  if (bytes >= disk.ballastMb * MB) return ok(sizeText(bytes))
  return note(texts.reserve.missing, texts.space.clear(disk.lowMb + disk.ballastMb))
})

const logFile = configCheck('disk.log-file', texts.logFile, ({ log: { file } }, { dataDir }) => {
  if (file === undefined) return undefined
  const path = resolve(dataDir, file)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isFile()) return bad(texts.logFile.notFile(path), texts.logFile.choose)
  const place = stat ? path : existingParent(dirname(path))
  try {
    accessSync(place, constants.W_OK)
    return ok(path)
  } catch {
    return bad(texts.logFile.unwritable(place), texts.logFile.choose)
  }
})

/** What a daemon last wrote down is in the past, unless the clock was set back since. */
const time = storeCheck('clock.time', texts.time, (db, { machine }) => {
  const now = machine.now()
  const last = readAnchor(db)?.wall ?? 0
  if (last - now.getTime() > MAX_FUTURE_MS)
    return bad(texts.time.back(now.toISOString(), new Date(last).toISOString()), texts.time.set)
  return ok(now.toISOString())
})

const synchronised = check('clock.synchronised', texts.synchronised, async ({ machine, env }, signal) => {
  const isRight = await machine.isClockSynchronised(env, signal)
  if (isRight === undefined) return undefined
  return isRight ? ok(texts.synchronised.yes) : note(texts.synchronised.no, 'timedatectl set-ntp true')
})

const zone = configCheck('clock.zone', texts.zone, ({ timezone, named, overrides }, { machine }) => {
  const isChosen = named.has('timezone') || overrides.has('timezone')
  if (!isChosen && machine.zone === 'UTC') return note(texts.zone.machineOnly, texts.zone.set)
  return ok(timezone)
})

const jump = check('clock.jump', texts.jump, async ({ daemon, machine }) => {
  const running = await daemon()
  if (!running) return undefined
  const { clockJump } = running
  return clockJump ? note(describeJump(clockJump, machine.zone), texts.jump.look) : ok(texts.jump.none)
})

function existingParent(path: string): string {
  return existsSync(path) ? path : existingParent(dirname(path))
}

export const diskAndClockChecks = [space, inodes, temporary, reserve, logFile, time, synchronised, zone, jump]
