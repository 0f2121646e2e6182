import type { Config } from '../../config/config.ts'
import { quoteForShell } from '../../lib/sandbox.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type Database, openReadOnly } from '../../store/database.ts'
import type { Subject } from './subject.ts'

/** In the order in which they are shown. */
export const areas = [
  'installation',
  'permissions',
  'store',
  'disk',
  'clock',
  'channels',
  'models',
  'runners',
  'sandbox',
  'service',
  'backups',
  'secrets',
  'work',
  'spending',
] as const
export type Area = (typeof areas)[number]

/** Never changes, so that scripts can rely on it. */
export type CheckId = `${Area}.${string}`

/** One thing that can be wrong. */
export interface DoctorCheck {
  id: CheckId
  title: AnyText
  /** What happens if nobody does anything about it. */
  why: AnyText
  /** Returns undefined if the check does not apply here. What it throws becomes a finding. */
  look(subject: Subject, signal: AbortSignal): Looked | Promise<Looked>
}

type Looked = CheckResult | CheckResult[] | undefined

export interface CheckResult {
  verdict: 'ok' | 'note' | 'bad'
  /** What was found. */
  says: AnyText
  /** The exact next step: a command that can be pasted, if there is one. */
  step?: AnyText
  fix?: Fix
  /** Instead of the title, if a check is about several things of the same kind. */
  what?: AnyText
}

/** A repair that can lose nothing, and that may be done twice. */
export interface Fix {
  /** Shown before it is done. */
  shows: AnyText
  apply(signal: AbortSignal): void | Promise<void>
}

export interface Finding extends CheckResult {
  id: CheckId
  what: AnyText
  why: AnyText
}

export function areaOf(id: CheckId): Area {
  return id.slice(0, id.indexOf('.')) as Area
}

export function ok(says: AnyText): CheckResult {
  return { verdict: 'ok', says }
}

export function note(says: AnyText, step: AnyText, fix?: Fix): CheckResult {
  return { verdict: 'note', says, step, ...(fix && { fix }) }
}

export function bad(says: AnyText, step: AnyText, fix?: Fix): CheckResult {
  return { verdict: 'bad', says, step, ...(fix && { fix }) }
}

type Described = Pick<DoctorCheck, 'title' | 'why'>

export function check(id: CheckId, { title, why }: Described, look: DoctorCheck['look']): DoctorCheck {
  return { id, title, why, look }
}

/** Left out while the configuration cannot be read, which is a finding of its own. */
export function configCheck(
  id: CheckId,
  { title, why }: Described,
  look: (config: Config, subject: Subject, signal: AbortSignal) => Looked | Promise<Looked>,
): DoctorCheck {
  return check(id, { title, why }, (subject, signal) =>
    subject.config ? look(subject.config, subject, signal) : undefined,
  )
}

/** Left out, too, if models run elsewhere. */
export function modelCheck(...[id, described, look]: Parameters<typeof configCheck>): DoctorCheck {
  return configCheck(id, described, (config, subject, signal) =>
    subject.runsModels ? look(config, subject, signal) : undefined,
  )
}

/** Left out if there is no store of this version, which is a finding of its own. It gets the store read-only. */
export function storeCheck(
  id: CheckId,
  { title, why }: Described,
  look: (db: Database, subject: Subject, signal: AbortSignal) => Looked | Promise<Looked>,
): DoctorCheck {
  return check(id, { title, why }, async (subject, signal) => {
    if (subject.store.status !== 'ready') return undefined
    const db = openReadOnly(subject.store.file)
    try {
      return await look(db, subject, signal)
    } finally {
      db.close()
    }
  })
}

/** What a channel found about one topic, or about itself if there is no topic. The next step and the fix are ours. */
interface ChannelFinding extends CheckResult {
  topic?: string
}

type AskChannel<F> = (config: Config, subject: Subject, signal: AbortSignal) => Promise<F[]>

/** Makes checks of one channel, each about one topic of what it found. */
export function createChannelCheck<F extends ChannelFinding>(ask: AskChannel<F>) {
  return (
    id: CheckId,
    { step, ...described }: Described & { step: AnyText },
    topic: F['topic'],
    fixOf?: (config: Config) => Fix,
  ): DoctorCheck =>
    configCheck(id, described, async (config, subject, signal) => {
      const findings = (await ask(config, subject, signal)).filter((finding) => finding.topic === topic)
      return findings.map(({ verdict, says }) =>
        verdict === 'ok' ? { verdict, says } : { verdict, says, step, ...(fixOf && { fix: fixOf(config) }) },
      )
    })
}

export function within(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}

/** A command that can be pasted into a shell, whatever characters a path has. */
export function shellCommand(...words: (string | number)[]): string {
  return words
    .map(String)
    .map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : quoteForShell(word)))
    .join(' ')
}
